// Opening a table and moving to it with the seat in hand.

import type { Plan, RoomSeen, State, Why } from "../wire";
import { api } from "./api";
import { firstOf, t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import { go } from "./route.svelte";
import { heldSeat, holdSeat, type Challenge } from "./seats";

/** The name to sit down with: the one used last, else a friendly one. */
export function ownName(): string {
  return prefs.name.trim() || t("page.name.usual");
}

/** Opens a table, keeps the seat and goes there. `others`: a bot by name, null for a person. */
export async function openTable(
  plan: Plan,
  others: (string | null)[],
  start: boolean,
  challenge?: Challenge,
): Promise<void> {
  const name = ownName();
  const opened = await api.open({ ...plan, players: others.length + 1 }, name, others, start);
  if (opened.secret === null) return;
  holdSeat(opened.table, { secret: opened.secret, seat: opened.seat, name, challenge });
  // A link to a deal has done its work: going back would only open another table.
  go(`/t/${opened.table}`, { replace: challenge !== undefined });
}

/** Names of the options that a plan chose, for a short line. */
export function chosenOptions(plan: Plan): string[] {
  return Object.entries(plan.options)
    .filter(([name, on]) => on === true && name !== "take_backs")
    .map(([name]) => t(`rules.option.${name}.name`));
}

export function editionName(id: string): string {
  return firstOf([`rules.edition.${id}.name`], id);
}

/** A plan in one line: "Original · Fire · 3 seats". */
export function planLine(plan: Plan): string {
  const seats = t("page.plan.seats", { n: plan.players });
  return [editionName(plan.edition), ...chosenOptions(plan), seats].join(" · ");
}

/** What a bot is called. */
export function botName(bot: string): string {
  return firstOf([`bots.name.${bot}`], bot);
}

/** True where people sit elsewhere, or may: bots neither write nor read. */
export function chats(room: RoomSeen): boolean {
  const here = 1 + (heldSeat(room.id)?.others?.length ?? 0);
  return room.seats.filter((seat) => seat.bot === null).length > here;
}

/** Why nothing may be said in words just now; null where everything may. */
export function noChat(state: State): Why | null {
  return (state.game ?? state.fan)?.no_chat ?? null;
}

/** What somebody at a seat is called; a free seat by its number. */
export function seatName(room: RoomSeen, seat: number): string {
  return room.seats[seat]?.name ?? t("page.seat.free_number", { number: seat + 1 });
}
