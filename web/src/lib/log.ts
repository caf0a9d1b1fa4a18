// The log as the page keeps it: put together by number, and remembering no card that is not shown.

import type { GameSeen, Happened } from "../wire";

/** The log with what is new or is told anew, in order. */
export function merged(log: Happened[], news: Happened[]): Happened[] {
  const last = log.at(-1)?.number ?? 0;
  if (news.every((event, place) => event.number > (news[place - 1]?.number ?? last))) {
    return news.length ? [...log, ...news] : log;
  }
  const all = new Map(log.map((event) => [event.number, event]));
  for (const event of news) all.set(event.number, event);
  return [...all.values()].sort((one, other) => one.number - other.number);
}

/** The log without the cards that the table no longer shows, and without those taken back. */
export function asShown(log: Happened[], game: GameSeen | null): Happened[] {
  const turns = [...(game?.last_turns ?? []), ...(game?.this_turn ? [game.this_turn] : [])];
  const shown = new Set(turns.flatMap(({ laid }) => laid.map(({ number }) => number)));
  const gone = new Set(log.flatMap(({ of }) => of ?? []));
  const stays = ({ number }: Happened) => !gone.has(number) && (game?.open || shown.has(number));
  return log.map((event) => (event.card == null || stays(event) ? event : uncarded(event)));
}

function uncarded({ number, at, kind, seat, row, drawn, hushed }: Happened): Happened {
  return { number, at, kind, seat, row, drawn, hushed };
}
