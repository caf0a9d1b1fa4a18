// One's own games as a file: out of this device, and into another.

import { addGames, playedGames, soundGames, type Games } from "../lib/games.svelte";
import { TABLE } from "../lib/route.svelte";
import { heldSeats, holdSeat, looksLikeSecret, type Neighbour } from "../lib/seats";

const WHAT = "ninetyeight games";
/** Far more than all we keep. */
const MOST_BYTES = 4_000_000;

interface Seat {
  table: string;
  secret: string;
  name: string;
  /** Who else plays at the same device. */
  others?: Neighbour[] | undefined;
}

/** The file's content. `seats` also hands over the seats of games that are not over. */
export function written(seats: boolean): string {
  const games = playedGames();
  const over = new Set(games.games.map(({ table }) => table));
  const held = Object.entries(heldSeats())
    .filter(([table]) => !over.has(table))
    .map(([table, { secret, name, others }]): Seat => ({ table, secret, name, others }));
  return JSON.stringify({ what: WHAT, ...games, ...(seats ? { seats: held } : {}) }, null, 1);
}

export function download(seats: boolean): void {
  const address = URL.createObjectURL(new Blob([written(seats)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `ninetyeight-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

/** Takes in what a file holds; how many games and seats were new, null when it is no such file. */
export async function takeIn(file: File): Promise<{ games: number; seats: number } | null> {
  if (file.size > MOST_BYTES) return null;
  let value: (Partial<Games> & { what?: unknown; seats?: unknown }) | null;
  try {
    value = JSON.parse(await file.text());
  } catch {
    return null;
  }
  const sound = value?.what === WHAT ? soundGames(value) : null;
  if (sound === null) return null;
  return { games: addGames(sound), seats: takeSeats(value?.seats) };
}

function takeSeats(seats: unknown): number {
  if (!Array.isArray(seats)) return 0;
  const held = heldSeats();
  let taken = 0;
  for (const seat of (seats as Partial<Seat>[]).slice(0, 40)) {
    const { table, secret, name, others } = seat ?? {};
    if (typeof table !== "string" || !TABLE.test(table) || held[table]) continue;
    if (typeof secret !== "string" || !looksLikeSecret(secret)) continue;
    const named = (text: unknown) => (typeof text === "string" ? text.slice(0, 100) : "");
    const more = (Array.isArray(others) ? others.slice(0, 9) : [])
      .filter((one) => typeof one?.secret === "string" && looksLikeSecret(one.secret))
      .map((one) => ({ secret: one.secret, name: named(one.name) }));
    holdSeat(table, { secret, seat: null, name: named(name), others: more.length ? more : undefined });
    taken += 1;
  }
  return taken;
}
