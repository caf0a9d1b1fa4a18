// Whose hand may be seen on a screen that several people share.

import type { State } from "../wire";

/** The table as everybody may see it: without a hand and without a seat. */
export function withoutHand(now: State): State {
  const room = { ...now.room, seat: null, host: false };
  const nothing = { hand: [], my_turn: false, may_end: false, may_take_back: false, may_start: [], owed: 0, duties: [] };
  return { ...now, room, game: now.game && { ...now.game, ...nothing } };
}

/** Who of the people at this device has to do something now, and so needs it; null when nobody. */
export function needed(now: State, here: number[]): number | null {
  const { phase, seats } = now.room;
  const playing = here.filter((seat) => !seats[seat]?.stand_in);
  if (phase === "picking") return playing.find((seat) => now.fan?.taken[seat] === undefined) ?? null;
  if (phase === "agreeing") return playing.find((seat) => now.game?.offers[seat] === undefined) ?? null;
  const active = now.game?.active ?? null;
  return phase === "playing" && active !== null && playing.includes(active) ? active : null;
}
