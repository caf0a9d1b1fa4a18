// A link to the same deal at the same table: edition, options, seats and bots, and whose result is
// to be beaten. All of it stands in the fragment, which browsers send to nobody.

import type { DealSeen, EditionsSeen, Plan, RoomSeen } from "../wire";
import { list } from "./i18n.svelte";
import { bestBot } from "./last";
import type { Challenge } from "./seats";

const PERSON = "_";

/** The people of a table, as others call them. */
export function peopleOf(names: string[], isBot: (seat: number) => boolean): string {
  return list(names.filter((_, seat) => !isBot(seat)));
}

/** A link that opens a table just like this one on the same deal; null while the deal is untold. */
export function challengeLink(room: RoomSeen): string | null {
  if (room.deal === null || room.phase !== "over") return null;
  const { talk, fan, options } = room.plan;
  const wish = new URLSearchParams({ deal: room.deal });
  const others = room.seats.slice(1).map(({ bot }) => bot ?? PERSON);
  if (others.length) wish.set("seats", others.join(" "));
  const choices = { talk, fan, take_backs: options.take_backs, open_rows: options.open_rows };
  for (const [name, value] of Object.entries(choices)) {
    if (value !== null && value !== undefined) wish.set(name, String(value));
  }
  const names = room.seats.map(({ name }) => name ?? "");
  wish.set("by", peopleOf(names, (seat) => room.seats[seat]?.bot != null));
  return `${location.origin}/#${wish}`;
}

/** What a link to a deal asks for, as a plan; `others` is null when it does not say who plays. */
export function readChallenge(
  wish: string,
  found: DealSeen,
  all: EditionsSeen,
): { plan: Plan; others: (string | null)[] | null; challenge: Challenge } {
  const asked = new URLSearchParams(wish);
  const choice = (name: string) =>
    asked.get(name) === "true" ? true : asked.get(name) === "false" ? false : null;
  const { expert, short_hand, fire, commands } = found.options;
  const options = { expert, short_hand, fire, commands };
  const plan: Plan = {
    ...all.plan,
    edition: found.edition,
    players: found.players,
    options: { ...options, take_backs: choice("take_backs"), open_rows: choice("open_rows") },
    talk: all.talk.find((word) => word === asked.get("talk")) ?? null,
    fan: choice("fan"),
    deal: found.deal,
  };
  const seats = (asked.get("seats") ?? "").split(" ").filter(Boolean);
  const others = seats.map((bot) =>
    bot === PERSON ? null : all.bots.includes(bot) ? bot : bestBot(all),
  );
  const challenge = { deal: found.deal, by: (asked.get("by") ?? "").slice(0, 100) };
  return { plan, others: others.length === found.players - 1 ? others : null, challenge };
}
