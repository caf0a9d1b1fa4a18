// What one's own games come to, for each edition and number of players.

import type { PlayedGame } from "../lib/games.svelte";

export interface Figures {
  edition: string;
  options: string[];
  players: number;
  /** The games that count, oldest first. */
  games: PlayedGame[];
  won: number;
  mean: number;
  best: number;
  /** Games won one after another: up to now, and the most. */
  streak: { now: number; best: number };
  /** Games one after another that left fewer than ten cards, as the rulebook praises. */
  fine: { now: number; best: number };
}

/** Below this the rulebooks praise a lost game, too. */
const FINE = 10;

function runs(games: PlayedGame[], counts: (game: PlayedGame) => boolean): { now: number; best: number } {
  let [now, best] = [0, 0];
  for (const game of games) {
    now = counts(game) ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/** The figures of every kind of game, most played first. A deal that was known does not count, nor a game with hints. */
export function figuresOf(games: PlayedGame[]): Figures[] {
  const kinds = new Map<string, PlayedGame[]>();
  for (const game of games) {
    if (game.known || game.hinted) continue;
    const kind = [game.edition, ...game.options, game.names.length].join(" ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), game]);
  }
  return [...kinds.values()]
    .map((some) => some.sort((one, other) => one.at - other.at))
    .map((some) => ({
      edition: some[0]!.edition,
      options: some[0]!.options,
      players: some[0]!.names.length,
      games: some,
      won: some.filter(({ won }) => won).length,
      mean: some.reduce((sum, { left }) => sum + left, 0) / some.length,
      best: Math.min(...some.map(({ left }) => left)),
      streak: runs(some, ({ won }) => won),
      fine: runs(some, ({ left }) => left < FINE),
    }))
    .sort((one, other) => other.games.length - one.games.length);
}
