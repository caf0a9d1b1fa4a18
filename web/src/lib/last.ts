// The last choices at the home page and the set-up form.

import type { EditionSeen, EditionsSeen, Plan } from "../wire";
import { api } from "./api";
import { keep, kept } from "./prefs.svelte";

export interface LastGame {
  plan: Plan;
  /** Who sits on the seats after one's own: a bot by name, null for a person. */
  others: (string | null)[];
}

const PLAY = "ninetyeight.play";
const SETUP = "ninetyeight.setup";
const AROUND = "ninetyeight.around";

let asked: Promise<EditionsSeen> | null = null;

/** Everything that can be chosen. Asked for once; again when that failed. */
export function offered(): Promise<EditionsSeen> {
  asked ??= api.editions().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export function editionOf(all: EditionsSeen, id: string): EditionSeen {
  return all.editions.find((edition) => edition.id === id) ?? all.editions[0]!;
}

/** The bot to take where nobody was chosen. Without the list it is asked for by its usual name. */
export function bestBot(all: EditionsSeen | null): string {
  return all?.bot ?? "planner";
}

/** The plan as a new table of that edition has it. */
export function freshPlan(all: EditionsSeen, edition: EditionSeen, players: number): Plan {
  // What hangs on the edition or on the number of people stays open.
  const options = { ...all.plan.options, open_rows: null, take_backs: null };
  for (const option of edition.options) {
    const open = option.name === "open_rows" || option.name === "take_backs";
    if (!open && option.name in options && !option.fixed) {
      Object.assign(options, { [option.name]: option.default });
    }
  }
  return { ...all.plan, edition: edition.id, players: fit(edition, players), options };
}

/** The plan as it is for a single person: with what is usual then, where nothing was chosen. */
export function forOnePerson(all: EditionsSeen, plan: Plan): Plan {
  const usual = editionOf(all, plan.edition).options.find(({ name }) => name === "take_backs");
  const take_backs = plan.options.take_backs ?? usual?.default ?? null;
  return { ...plan, options: { ...plan.options, take_backs } };
}

function fit(edition: EditionSeen, players: number): number {
  return Math.min(Math.max(players, edition.min_players), edition.max_players);
}

/** What was kept, made to fit what this server offers. */
function sound(all: EditionsSeen, stored: LastGame | null, usual: LastGame): LastGame {
  if (!stored || typeof stored.plan !== "object" || !Array.isArray(stored.others)) return usual;
  const edition = all.editions.find(({ id }) => id === stored.plan.edition);
  if (!edition) return usual;
  const players = fit(edition, stored.others.length + 1);
  const others = Array.from({ length: players - 1 }, (_, place) => {
    const bot = stored.others[place] ?? null;
    return bot !== null && !all.bots.includes(bot) ? bestBot(all) : bot;
  });
  const fresh = freshPlan(all, edition, players);
  const options = { ...fresh.options };
  for (const name of Object.keys(options)) {
    const value = (stored.plan.options as unknown as Record<string, unknown> | undefined)?.[name];
    // B12r: taking back gives something away, so that a table says so anew each time.
    if (name === "take_backs" && value === true) continue;
    if (typeof value === "boolean") Object.assign(options, { [name]: value });
  }
  const talk = all.talk.find((word) => word === stored.plan.talk) ?? null;
  const fan = typeof stored.plan.fan === "boolean" ? stored.plan.fan : null;
  const watchers = stored.plan.watchers !== false;
  const door = (["open", "ask", "invite"] as const).find((word) => word === stored.plan.door) ?? fresh.door;
  const hints = stored.plan.hints !== false;
  return { plan: { ...fresh, options, talk, fan, watchers, hints, door, deal: null }, others };
}

/** The last game for "play now": alone or beside bots. */
export function lastPlay(all: EditionsSeen): LastGame {
  const usual = { plan: freshPlan(all, all.editions[0]!, 1), others: [] };
  const found = sound(all, kept<LastGame | null>(PLAY, null), usual);
  return { ...found, others: found.others.map((bot) => bot ?? bestBot(all)) };
}

/** The last table that was set up. */
export function lastSetup(all: EditionsSeen): LastGame {
  const usual = { plan: freshPlan(all, all.editions[0]!, 2), others: [null] };
  return sound(all, kept<LastGame | null>(SETUP, null), usual);
}

export function keepPlay(game: LastGame): void {
  keep(PLAY, { ...game, plan: { ...game.plan, deal: null } });
}

export function keepSetup(game: LastGame): void {
  keep(SETUP, { ...game, plan: { ...game.plan, deal: null } });
}

/** The last table around one device, and who sat there. */
export interface LastAround {
  plan: Plan;
  names: string[];
}

export function lastAround(all: EditionsSeen): LastAround {
  const stored = kept<LastAround | null>(AROUND, null);
  const usual = { plan: freshPlan(all, all.editions[0]!, 2), others: [null] };
  const others = Array.from({ length: (stored?.plan?.players ?? 2) - 1 }, () => null);
  const { plan } = sound(all, stored && { plan: stored.plan, others }, usual);
  const names = Array.isArray(stored?.names) ? stored.names.filter((name) => typeof name === "string") : [];
  return { plan: { ...plan, players: Math.max(2, plan.players) }, names };
}

export function keepAround(last: LastAround): void {
  keep(AROUND, { ...last, plan: { ...last.plan, deal: null } });
}
