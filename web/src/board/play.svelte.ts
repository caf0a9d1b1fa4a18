// What a player is about to do: the chosen card, a question before a losing lay, a note in place.
//
// A hasty hand is not held up by the line: what is asked for while a command is on its way is kept
// and done in order, each judged by how things stand then. If one of them fails, so do the rest.
//
// Nothing here knows a rule. What a card would do, what is owed and what may be said come in the
// State; a move goes out as notation and is judged by the server.

import { t, why, whyOf } from "../lib/i18n.svelte";
import { keep, kept } from "../lib/prefs.svelte";
import type { CardSeen, Done, GameSeen, PreviewSeen, State, WaySeen } from "../wire";
import { layWord } from "./words";
import type { Send, Wish } from "./wishes";

/** A kind word where something did not go, on a row or at the buttons; or a hint. */
export interface Note {
  row: string | null;
  text: string;
  /** What a hint points at: a row by its name, or "end" or "back" for these buttons. */
  at?: string;
  /** What a hint is worth, told when somebody wants to know. */
  worth?: string[];
}

/** A lay that would lose the game, waiting for a yes. */
export interface Question {
  card: number;
  row: string;
  loses: string;
}

/** Something asked for, by a name that tells it from others. */
interface Asked {
  what: string;
  go: () => Promise<unknown>;
}

// More than this nobody means.
const MOST_KEPT = 12;

// How many cards have been laid with this browser, up to as many as it takes to know how.
const LAID = "ninetyeight.laid";
const KNOWS_HOW = 3;

export class Play {
  /** The card the player has picked up, if it is still in hand. */
  picked: number | null = $state(null);
  /** The row above which a card is being dragged. */
  over: string | null = $state(null);
  note: Note | null = $state(null);
  question: Question | null = $state(null);
  /** The row whose markers are being chosen; "?" while the row itself is still to be named. */
  marking: string | null = $state(null);
  naming = $state(false);
  /** True until some cards have been laid with this browser. */
  novice = $state(kept(LAID, 0) < KNOWS_HOW);

  #sending = $state(false);
  #awaited = $state(0);
  /** What is on its way, and what is to follow. */
  #sent = "";
  #kept: Asked[] = [];
  readonly #state: () => State;
  readonly #send: () => Send;
  readonly #readonly: () => boolean;

  constructor(state: () => State, send: () => Send, readonly: () => boolean) {
    this.#state = state;
    this.#send = send;
    this.#readonly = readonly;
  }

  get game(): GameSeen | null {
    return this.#state().game;
  }

  get edition(): string {
    return this.#state().room.plan.edition;
  }

  get readonly(): boolean {
    return this.#readonly();
  }

  /** True when nobody else sits at the table: there is nobody to say anything to. */
  get alone(): boolean {
    return this.#state().room.seats.length < 2;
  }

  /** True until the last command has been answered and its State is here. */
  get busy(): boolean {
    return this.#sending || this.#state().number < this.#awaited;
  }

  get chosen(): CardSeen | null {
    if (this.picked === null) return null;
    return this.game?.hand.find((held) => held.card === this.picked) ?? null;
  }

  preview(row: string): PreviewSeen | null {
    return this.chosen?.previews.find((told) => told.row === row) ?? null;
  }

  holds(card: number): boolean {
    return this.game?.hand.some((held) => held.card === card) ?? false;
  }

  /** Picks a card up; the same card once more puts it down, unless `keep`. */
  choose(card: number | null, keep = false): void {
    this.note = null;
    this.picked = !keep && card === this.picked ? null : card;
  }

  /** The next card of the hand in that direction, around the ends. */
  neighbour(step: 1 | -1): number | null {
    const cards = this.game?.hand.map((held) => held.card) ?? [];
    if (cards.length === 0) return null;
    const at = cards.indexOf(this.picked ?? -1);
    if (at < 0) return cards.at(step === 1 ? 0 : -1) ?? null;
    return cards[(at + step + cards.length) % cards.length] ?? null;
  }

  /** Keeps what is asked for until the way is free; the same thing twice is meant once. */
  #keep(what: string, go: () => Promise<unknown>): void {
    const last = this.#kept.at(-1)?.what ?? this.#sent;
    if (what !== last && this.#kept.length < MOST_KEPT) this.#kept.push({ what, go });
  }

  /** Does what was asked for in the meantime, one thing after the other. */
  async goOn(): Promise<void> {
    while (!this.busy) {
      const next = this.#kept.shift();
      if (!next) return;
      await next.go();
    }
  }

  /** Lays the chosen card there, or says in place why not. */
  async layOn(row: string, card = this.picked): Promise<void> {
    const game = this.game;
    if (!game || this.readonly) return;
    if (this.busy) {
      // A card that is gone by then was laid by this very wish, heard twice.
      if (card !== null) {
        this.#keep(`${card}@${row}`, async () => this.holds(card) && (await this.layOn(row, card)));
      }
      return;
    }
    this.note = null;
    const chosen = game.hand.find((held) => held.card === card);
    if (!game.my_turn) return this.say(row, t("board.not_your_turn"));
    if (!chosen) return this.say(row, t("board.choose_first"));
    const preview = chosen.previews.find((told) => told.row === row);
    if (preview?.refusal) return this.say(row, why(preview.refusal));
    if (preview?.loses) {
      this.#kept = [];
      this.question = { card: chosen.card, row, loses: preview.loses };
      return;
    }
    await this.move(`${chosen.card}@${row}`, row);
  }

  /** Yes to the question: lays the card that loses. */
  async layAllTheSame(): Promise<void> {
    const asked = this.question;
    this.question = null;
    if (asked) await this.move(`${asked.card}@${asked.row}`, asked.row);
  }

  async end(): Promise<void> {
    const game = this.game;
    if (!game || this.readonly) return;
    if (this.busy) return this.#keep("end", () => this.end());
    if (game.my_turn && game.end_refusal) return this.say(null, why(game.end_refusal));
    if (!game.my_turn) return this.say(null, t("board.not_your_turn"));
    await this.move("end", null);
  }

  /** Asks what a bot would do here: its card is chosen, and the way to lay it is pointed at. */
  async hint(): Promise<void> {
    const game = this.game;
    if (!game || this.readonly || !this.#state().room.plan.hints) return;
    if (this.busy) return this.#keep("hint", () => this.hint());
    if (!game.my_turn) return this.say(null, t("board.not_your_turn"));
    const { room } = this.#state();
    const fresh = !room.seats[room.seat!]?.hinted;
    const hint = (await this.#ask({ type: "hint" }, null))?.hint;
    if (!hint) return;
    const [card, row] = hint.move.split("@");
    const move = row ? layWord(this.game, Number(card), row) : t(`hint.${hint.move}`);
    const line = t("hint.line", { move, reason: why(hint.why) });
    const tens = hint.ways.map(({ wins }) => Math.round(wins / 10));
    // Of ten where that tells enough.
    const of = new Set(tens).size === tens.length && tens.every((n) => n > 0 && n < 10) ? 10 : 100;
    const worth = hint.ways.map((way, place) => this.#worth(way, place, of));
    this.picked = row ? Number(card) : null;
    this.note = { row: null, text: fresh ? `${line} ${t("hint.first")}` : line, at: row ?? hint.move, worth };
  }

  /** How often a whole turn wins, and which it is. */
  #worth({ lays, wins }: WaySeen, place: number, of: number): string {
    const turn = lays.map((lay) => {
      const [card, row] = lay.split("@");
      return layWord(this.game, Number(card), row!);
    });
    return t(place ? "hint.ways.second" : "hint.ways.best", {
      n: Math.round((wins * of) / 100),
      of,
      turn: turn.join(", ") || t("hint.ways.end"),
    });
  }

  async takeBack(): Promise<void> {
    if (this.readonly) return;
    await this.move("back", null);
  }

  /** Sends a move in notation; a refusal is told at `row`. */
  async move(move: string, row: string | null): Promise<void> {
    if (this.busy) return this.#keep(move, () => this.move(move, row));
    const done = await this.order({ type: "move", move, after: this.#state().number }, row);
    if (done && this.novice && move.includes("@")) this.#learn();
  }

  #learn(): void {
    const laid = kept(LAID, 0) + 1;
    keep(LAID, laid);
    this.novice = laid < KNOWS_HOW;
  }

  /** Nothing needs to be explained any more. */
  knows(): void {
    keep(LAID, KNOWS_HOW);
    this.novice = false;
  }

  /** Opens the choice of markers for a row, or says why nobody may speak now. */
  mark(row: string): void {
    const game = this.game;
    if (!game || this.readonly || this.alone) return;
    this.note = null;
    if (game.no_markers) {
      this.marking = null;
      this.say(row === "?" ? null : row, why(game.no_markers));
    } else {
      this.marking = this.marking === row ? null : row;
    }
  }

  /** Opens the choice of commands to name, or says why none may be named now. */
  openNaming(): void {
    const game = this.game;
    if (!game || this.readonly || this.alone) return;
    if (game.no_naming) return this.say(null, why(game.no_naming));
    this.note = null;
    this.naming = game.hand.some((held) => held.command !== null);
  }

  /** Sends anything; a refusal is told at `row`. True when it was done. */
  async order(wish: Wish, row: string | null = null): Promise<boolean> {
    if (this.readonly) return false;
    const what = wish.type === "move" ? wish.move : JSON.stringify(wish);
    if (this.busy) {
      this.#keep(what, () => this.order(wish, row));
      return false;
    }
    this.#sent = what;
    return (await this.#ask(wish, row)) !== null;
  }

  /** The answer to a wish; null when it was refused, which is told at `row`. */
  async #ask(wish: Wish, row: string | null): Promise<Partial<Done> | null> {
    this.#sending = true;
    this.note = null;
    try {
      const done = ((await this.#send()(wish)) ?? {}) as Partial<Done>;
      this.#awaited = done.number ?? 0;
      return done;
    } catch (error) {
      this.say(row, whyOf(error));
      return null;
    } finally {
      this.#sending = false;
    }
  }

  /** Says what did not go; what was to follow it is off. */
  say(row: string | null, text: string): void {
    this.#kept = [];
    this.note = { row, text };
  }

  /** Puts everything down that is half done. True when there was something. */
  cancel(): boolean {
    const something =
      this.picked !== null || this.note !== null || this.marking !== null || this.naming;
    this.#kept = [];
    this.picked = null;
    this.note = null;
    this.marking = null;
    this.naming = false;
    return something;
  }
}
