// The seats this browser holds: table -> secret. The secret is the seat; it never goes into a URL
// that is sent anywhere, only into the fragment of a link that the player copies on purpose.

import { keep, kept } from "./prefs.svelte";

export interface HeldSeat {
  secret: string;
  /** Unknown (null) until the server has said which seat the secret opens. */
  seat: number | null;
  name: string;
  /** When it was last used, in milliseconds. */
  at: number;
  /** The number of the last thing said there that was read. */
  read?: number | undefined;
  /** The game of the day that this seat is the first try of: "2026-11-15/alone". */
  daily?: string | undefined;
  /** Whose challenge is answered here. */
  challenge?: Challenge | undefined;
}

/** A deal that others have played and now somebody else is to play. */
export interface Challenge {
  deal: string;
  /** The people who set it. */
  by: string;
}

const KEY = "ninetyeight.seats";
/** More finished games than this are not worth remembering. */
const MOST = 40;

/** Every seat held, by table. */
export function heldSeats(): Record<string, HeldSeat> {
  const stored = kept<Record<string, HeldSeat>>(KEY, {});
  if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(([, held]) => typeof held?.secret === "string"),
  );
}

export function heldSeat(table: string): HeldSeat | null {
  return heldSeats()[table] ?? null;
}

/** Keeps a seat, as the one used last. */
export function holdSeat(table: string, seat: Omit<HeldSeat, "at">): void {
  const held = heldSeats();
  const all = { ...held, [table]: { ...held[table], ...seat, at: Date.now() } };
  const newest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at);
  keep(KEY, Object.fromEntries(newest.slice(0, MOST)));
}

export function dropSeat(table: string): void {
  const { [table]: _dropped, ...others } = heldSeats();
  keep(KEY, others);
}

/** A secret or an invite as the server makes them; anything else in a link is a slip of the mouse. */
export function looksLikeSecret(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
