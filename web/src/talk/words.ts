// What happened, in words: one sentence for each event of the log.

import type { Happened, RoomSeen } from "../wire";
import { firstOf, t } from "../lib/i18n.svelte";
import { botName, seatName } from "../lib/tables";
import { stepWord } from "../board/words";

/** The sentence for an event; null for what is told elsewhere. */
export function told(event: Happened, room: RoomSeen): string | null {
  const line = sentence(event, room);
  return line !== null && event.hushed ? `${line} ${t("rules.markers.off")}` : line;
}

/** What somebody said, in the reader's language where it is a phrase. */
export function saidWords(event: Happened): string {
  if (!event.phrase) return event.text ?? "";
  return t(`rules.phrase.${event.phrase}`, { row: event.row ?? "…" });
}

function sentence(event: Happened, room: RoomSeen): string | null {
  const seat = event.seat ?? null;
  const name = event.name ?? (seat === null ? "" : seatName(room, seat));
  const more = { name, card: event.card, row: event.row };
  switch (event.kind) {
    case "opened":
      return null;
    case "sat":
      if (event.changed_hands) return t("page.log.took_over", more);
      return event.bot ? t("page.log.sat_bot", { name, kind: botName(event.bot) }) : t("page.log.sat", more);
    case "freed":
      return event.by == null
        ? t("page.log.freed", more)
        : t("page.log.removed", { name, other: seatName(room, event.by) });
    case "requested":
      return event.by == null
        ? t("page.log.asks_seat", more)
        : t("page.log.asks_removal", { name, other: seatName(room, event.by) });
    case "answered":
      return t(event.yes ? "page.log.agreed" : "page.log.declined", more);
    case "ready":
      return t(event.ready ? "page.log.ready" : "page.log.not_ready", more);
    case "changed":
      return t("page.log.changed");
    case "dealt":
      return t("page.log.dealt");
    case "picked":
      return t("page.log.picked", more);
    case "offered":
      return event.wish
        ? t("page.log.offered", { name, wish: t(`rules.wish.${event.wish}`) })
        : t("page.log.no_offer", more);
    case "started": {
      const other = event.instead ?? null;
      if (other === null) return t("page.log.started", more);
      return t("page.log.started_instead", { name, other: seatName(room, other) });
    }
    case "laid": {
      const tail = event.drawn ? " " + t("page.log.drew", { n: event.drawn }) : "";
      if (event.card == null) return t("page.log.laid_covered", more) + tail;
      const command = event.command
        ? firstOf([`rules.command.${event.command}.name`], event.command)
        : null;
      const line = t("page.log.laid", { ...more, step: stepWord(event.step ?? 0, event.trick ?? false) });
      return (command ? t("page.log.with_command", { line, command }) : line) + tail;
    }
    case "took_back":
      return t("page.log.took_back", more);
    case "ended":
      return event.drawn
        ? t("page.log.ended", { name, n: event.drawn })
        : t("page.log.ended_only", more);
    case "marked":
      return event.marker
        ? t("page.log.marked", { ...more, marker: t(`rules.marker.${event.marker}.name`) })
        : t("page.log.unmarked", more);
    case "named":
      return t("page.log.named", {
        name,
        command: firstOf([`rules.command.${event.command}.name`], event.command ?? ""),
      });
    case "hinted":
      return t("hint.asked", more);
    case "said":
      return t("page.log.said", { name, text: saidWords(event) });
    case "stood_in":
      return event.bot
        ? t("page.log.stood_in", { name, bot: botName(event.bot) })
        : t("page.log.back_again", more);
    case "rematch":
      return t("page.log.rematch", more);
  }
}
