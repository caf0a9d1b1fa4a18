// The games that this device has seen to their end. They are kept in localStorage and go nowhere
// else. What is not what we wrote is left out; what a newer page wrote is left alone.

import type { EndSeen, RoomSeen, State } from "../wire";
import { shapeOf } from "./line";
import { keep, kept } from "./prefs.svelte";
import { heldSeat, type Challenge } from "./seats";

export interface PlayedGame {
  table: string;
  /** When it was kept, in milliseconds. */
  at: number;
  edition: string;
  /** The options that change the law. */
  options: string[];
  /** Everybody at the table by seat, and which bots they were. */
  names: string[];
  bots: (string | null)[];
  seat: number;
  won: boolean;
  left: number;
  turns: number;
  tricks: number;
  /** How the game went, as the line that is shared draws it: a digit for each part. */
  shape: string;
  deal: string | null;
  known: boolean;
  /** The game of the day that it was the first try of: "2026-11-15/alone". */
  daily: string | null;
  challenge: Challenge | null;
  /** Whether it was played with hints; what was kept before there were any does not say. */
  hinted?: boolean;
}

export interface Games {
  v: number;
  /** The newest first. */
  games: PlayedGame[];
  /** The days on which a game of the day was played, in order. */
  days: string[];
}

const KEY = "ninetyeight.games";
const VERSION = 1;
/** Older games and days than these are forgotten. */
export const MOST_GAMES = 1000;
const MOST_DAYS = 2000;

const text = (value: unknown): value is string => typeof value === "string" && value.length <= 100;
const whole = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const listOf = (value: unknown, fits: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 10 && value.every(fits);
const isDay = (value: unknown): value is string =>
  text(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

function isChallenge(value: unknown): boolean {
  const one = value as Challenge | null;
  return typeof one === "object" && (one === null || (text(one.deal) && text(one.by)));
}

function isGame(value: unknown): value is PlayedGame {
  const game = value as PlayedGame | null;
  return (
    typeof game === "object" &&
    game !== null &&
    /^[0-9a-hjkmnp-tv-z]{12}$/.test(String(game.table)) &&
    whole(game.at) &&
    text(game.edition) &&
    listOf(game.options, text) &&
    listOf(game.names, text) &&
    listOf(game.bots, (bot) => bot === null || text(bot)) &&
    game.bots.length === game.names.length &&
    whole(game.seat) &&
    game.seat < game.names.length &&
    typeof game.won === "boolean" &&
    whole(game.left) &&
    whole(game.turns) &&
    whole(game.tricks) &&
    /^[0-7]{0,12}$/.test(String(game.shape)) &&
    (game.deal === null || text(game.deal)) &&
    typeof game.known === "boolean" &&
    (game.daily === null || (text(game.daily) && /^\d{4}-\d\d-\d\d\/\w+$/.test(game.daily))) &&
    isChallenge(game.challenge) &&
    (game.hinted === undefined || typeof game.hinted === "boolean")
  );
}

const NONE: Games = { v: VERSION, games: [], days: [] };

/** What is sound in `value`, whoever wrote it; null when a newer page did. */
export function soundGames(value: unknown): Games | null {
  const found = value as Partial<Games> | null;
  if (typeof found !== "object" || found === null) return NONE;
  if (typeof found.v === "number" && found.v > VERSION) return null;
  const games = Array.isArray(found.games) ? found.games.filter(isGame) : [];
  const days = Array.isArray(found.days) ? found.days.filter(isDay) : [];
  return bounded(games, days);
}

/** In order, each table and each day once, and no more than we keep. */
function bounded(games: PlayedGame[], days: string[]): Games {
  const byTable = new Map<string, PlayedGame>();
  for (const game of games) if (!byTable.has(game.table)) byTable.set(game.table, game);
  const played = games.flatMap(({ daily }) => (daily ? [daily.slice(0, 10)] : []));
  return {
    v: VERSION,
    games: [...byTable.values()].sort((one, other) => other.at - one.at).slice(0, MOST_GAMES),
    days: [...new Set([...days, ...played])].sort().slice(-MOST_DAYS),
  };
}

let all = $state.raw<Games | null>(soundGames(kept<unknown>(KEY, null)));

window.addEventListener("storage", (event) => {
  if (event.key === KEY) all = soundGames(kept<unknown>(KEY, null));
});

/** Every game kept, reactive. */
export function playedGames(): Games {
  return all ?? NONE;
}

export function playedAt(table: string): PlayedGame | null {
  return playedGames().games.find((game) => game.table === table) ?? null;
}

/** Keeps what is not there yet; how many games that were. */
export function addGames(more: Games): number {
  // Another tab may have kept something meanwhile.
  const before = soundGames(kept<unknown>(KEY, null));
  if (before === null) return 0;
  all = bounded([...before.games, ...more.games], [...before.days, ...more.days]);
  keep(KEY, all);
  return all.games.length - before.games.length;
}

/** Keeps a game that is over, as its seat saw it. */
export function keepGame({ room, game }: Pick<State, "room" | "game">): void {
  const end = game?.end;
  if (!end || room.phase !== "over" || room.seat === null || playedAt(room.id)) return;
  addGames({ ...NONE, games: [asPlayed(room, end, room.seat)] });
}

function asPlayed(room: RoomSeen, end: EndSeen, seat: number): PlayedGame {
  const held = heldSeat(room.id);
  const { expert, short_hand, fire, commands } = room.plan.options;
  const options = Object.entries({ expert, short_hand, fire, commands });
  return {
    table: room.id,
    at: Date.now(),
    edition: room.plan.edition,
    options: options.filter(([, on]) => on).map(([name]) => name),
    names: room.seats.map(({ name }) => name ?? ""),
    bots: room.seats.map(({ bot }) => bot),
    seat,
    won: end.won,
    left: end.left,
    turns: end.turns,
    tricks: end.tricks,
    shape: shapeOf(end.moved),
    deal: room.deal,
    known: room.known_deal,
    daily: held?.daily ?? null,
    challenge: held?.challenge ?? null,
    hinted: room.seats.some(({ hinted }) => hinted),
  };
}
