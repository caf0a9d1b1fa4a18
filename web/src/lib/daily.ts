// The games of the day: the first try of this device counts. Which device it is tells a random id
// that is made here, kept here, and sent only to begin such a game.

import { api } from "./api";
import { playedGames, type PlayedGame } from "./games.svelte";
import { newId } from "./ids";
import { keep, kept } from "./prefs.svelte";
import { go } from "./route.svelte";
import { heldSeats, holdSeat } from "./seats";
import { ownName } from "./tables";

const KEY = "ninetyeight.device";

function device(): string {
  const known = kept<unknown>(KEY, null);
  if (typeof known === "string" && /^[0-9a-f]{32}$/.test(known)) return known;
  const fresh = newId();
  keep(KEY, fresh);
  return fresh;
}

export function dailyKey(day: string, name: string): string {
  return `${day}/${name}`;
}

/** Begins a game of the day, or goes on with the first try. */
export async function playDaily(daily: string): Promise<void> {
  const name = ownName();
  const opened = await api.playDaily(daily, name, device());
  const key = opened.first ? dailyKey(opened.day, daily) : undefined;
  holdSeat(opened.table, { secret: opened.secret, seat: opened.seat, name, daily: key });
  go(`/t/${opened.table}`);
}

/** The first try of a game of the day: how it ended, or on which table it waits. */
export function firstTry(key: string): { played: PlayedGame | null; waits: string | null } {
  const played = playedGames().games.find(({ daily }) => daily === key) ?? null;
  if (played) return { played, waits: null };
  const held = Object.entries(heldSeats()).find(([, { daily }]) => daily === key);
  return { played: null, waits: held?.[0] ?? null };
}

/** Days in a row on which a game of the day was played, up to `day` or the day before, and the most. */
export function streak(days: string[], day: string): { now: number; best: number } {
  const number = (one: string) => Math.round(Date.parse(`${one}T00:00:00Z`) / 86_400_000);
  let [run, best, last] = [0, 0, Number.NaN];
  for (const one of days.map(number)) {
    run = one === last + 1 ? run + 1 : 1;
    best = Math.max(best, run);
    last = one;
  }
  return { now: number(day) - last <= 1 ? run : 0, best };
}
