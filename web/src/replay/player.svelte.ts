// A walk through a game: which moment is shown, through whose eyes, and how one gets to the next.
//
// Moments come from the server one by one; the neighbours of the one that is shown are fetched
// ahead, and what was fetched is kept.

import { untrack } from "svelte";

import { api, Refused } from "../lib/api";
import { whyOf } from "../lib/i18n.svelte";
import type { State, StepSeen } from "../wire";

/** How long a moment stays while the game plays by itself, in milliseconds. */
const PACE = 1300;
/** A finished game has a few hundred moments; a kept one is a few kilobytes. */
const MOST = 400;

export type Leap = "first" | "previous_turn" | "previous" | "next" | "next_turn" | "last";

export class Player {
  /** The moment that is shown; null until the first one came. */
  step: StepSeen | null = $state.raw(null);
  eyes: number | null = $state(null);
  trouble = $state("");
  playing = $state(false);
  /** The moment asked for, which is shown as soon as it is there. */
  wanted = $state(0);
  /** True when the shown moment followed on the one before: then cards travel. */
  #onwards = $state(false);

  readonly #kept = new Map<string, Promise<StepSeen>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    readonly table: string,
    readonly secret: string | null,
    number: number,
    eyes: number | null,
  ) {
    this.eyes = eyes;
    void this.show(Math.max(1, number), eyes);
  }

  readonly steps = $derived(this.step?.steps ?? []);
  readonly turns = $derived(this.step?.turns ?? []);
  /** The place of the shown moment among all. */
  readonly place = $derived(placeOf(this.steps, this.step?.number ?? 0));
  /** The turn that is shown, as the board counts it; 0 before the first. */
  readonly turn = $derived.by(() => {
    const { game, room } = this.step ?? {};
    if (!game || room?.phase === "agreeing") return 0;
    // A game that ended because nobody could lay has no further turn.
    return room?.phase === "over" ? Math.min(game.turn, this.turns.length - 1) : game.turn;
  });

  /** The moment as the board takes it. */
  readonly state: State | null = $derived.by(() => {
    const step = this.step;
    if (step === null) return null;
    const { number, room, fan, game, event } = step;
    const news = this.#onwards && event ? [event] : [];
    return { type: "state", number, room, fan, game, news, speaker: null };
  });

  /** Shows a moment through some eyes; a number between two moments is the one before. */
  async show(number: number, eyes: number | null = this.eyes): Promise<void> {
    const asked = ++this.#asked;
    this.wanted = number;
    try {
      let found = await this.#fetch(number, eyes);
      const stop = found.steps[Math.max(0, placeOf(found.steps, number))];
      if (stop !== undefined && stop !== number) found = await this.#fetch(stop, eyes);
      if (asked !== this.#asked) return;
      const before = this.step;
      this.#onwards =
        before !== null &&
        before.eyes === found.eyes &&
        placeOf(found.steps, found.number) === placeOf(found.steps, before.number) + 1;
      this.eyes = eyes;
      this.step = found;
      this.wanted = found.number;
      this.trouble = "";
      this.#ahead(found);
    } catch (error) {
      if (asked !== this.#asked) return;
      const last = error instanceof Refused ? error.why.params.last : undefined;
      if (typeof last === "number" && last > 0 && last < number) {
        await this.show(last, eyes); // the game is not that long
        return;
      }
      this.playing = false;
      this.trouble = whyOf(error);
    }
  }

  /** Tries again what could not be fetched. */
  again(): void {
    void this.show(this.wanted);
  }

  may(leap: Leap): boolean {
    const at = this.#target(leap);
    return at !== undefined && at !== this.wanted;
  }

  leap(leap: Leap): void {
    this.stop();
    const at = this.#target(leap);
    if (at !== undefined && at !== this.wanted) void this.show(at);
  }

  /** Shows the moment at this place of all moments. */
  goTo(place: number): void {
    this.stop();
    const at = this.steps[place];
    if (at !== undefined) void this.show(at);
  }

  look(eyes: number | null): void {
    void this.show(this.wanted, eyes);
  }

  toggle(): void {
    if (this.playing) {
      this.stop();
      return;
    }
    this.playing = true;
    const last = this.steps.at(-1);
    if (last !== undefined && this.wanted >= last) void this.show(this.steps[0] ?? 1);
    this.#tick();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    this.#timer = setTimeout(async () => {
      if (!this.playing) return;
      const next = untrack(() => this.#target("next"));
      if (next === undefined || next === this.wanted) {
        this.stop();
        return;
      }
      await this.show(next);
      if (this.playing) this.#tick();
    }, PACE);
  }

  #target(leap: Leap): number | undefined {
    const { steps, turns, wanted } = this;
    const at = placeOf(steps, wanted);
    switch (leap) {
      case "first":
        return steps[0];
      case "previous":
        return steps[Math.max(0, at - 1)];
      case "next":
        return steps[Math.min(steps.length - 1, at + 1)];
      case "last":
        return steps.at(-1);
      case "previous_turn":
        return turns.findLast((start) => start < wanted) ?? steps[0];
      case "next_turn":
        return turns.find((start) => start > wanted) ?? steps.at(-1);
    }
  }

  #ahead(found: StepSeen): void {
    const at = placeOf(found.steps, found.number);
    for (const near of [at + 1, at - 1, at + 2]) {
      const number = found.steps[near];
      if (number !== undefined) this.#fetch(number, found.eyes).catch(() => undefined);
    }
  }

  #fetch(number: number, eyes: number | null): Promise<StepSeen> {
    const key = `${number} ${eyes}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const asked = api.step(this.table, number, eyes, this.secret);
    this.#kept.set(key, asked);
    // What failed may work the next time.
    asked.catch(() => this.#kept.delete(key));
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST && !oldest.done) this.#kept.delete(oldest.value);
    return asked;
  }

  /** A running game has gone on: what was fetched no longer knows all moments. */
  forget(): void {
    this.#kept.clear();
  }
}

/** The place of the last of `steps` that is not after `number`; -1 when all are. */
export function placeOf(steps: number[], number: number): number {
  return steps.findLastIndex((step) => step <= number);
}
