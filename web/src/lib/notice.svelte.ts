// Calling somebody back to the table: only while the page is hidden, each way with its own switch.

import type { State } from "../wire";
import { t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import { ring } from "./sound";

export type Call = "turn" | "offer" | "pick";

/** What the table wants from the person at this seat now; null when it is somebody else's move. */
export function called(state: State | null): Call | null {
  const seat = state?.room.seat;
  if (!state || seat === null || seat === undefined) return null;
  if (state.room.seats[seat]?.stand_in) return null;
  switch (state.room.phase) {
    case "playing":
      return state.game?.my_turn ? "turn" : null;
    case "agreeing":
      return state.game && !(String(seat) in state.game.offers) ? "offer" : null;
    case "picking":
      return state.fan && !(String(seat) in state.fan.taken) ? "pick" : null;
    default:
      return null;
  }
}

export function canNotify(): boolean {
  return "Notification" in window;
}

/** Asks the browser for leave; only ever called when somebody turns the switch on. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}

let shown: Notification | null = null;

function notify(table: string, call: Call): void {
  if (!canNotify() || Notification.permission !== "granted") return;
  try {
    shown = new Notification(t(`page.notice.${call}`), {
      body: t("page.notice.body"),
      tag: `ninetyeight-${table}`,
      icon: "/icon-192.png",
    });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones allow notifications from installed pages only.
  }
}

/** Calls out, in the ways that were chosen. */
export function callOut(table: string, call: Call): void {
  if (!document.hidden) return;
  if (prefs.sound) ring("turn");
  if (prefs.notification) notify(table, call);
}

/** The page is looked at again: what was shown has done its work. */
export function calm(): void {
  shown?.close();
  shown = null;
}
