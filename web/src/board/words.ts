// What the table says in words: steps, effects, who did what. For eyes and for screen readers.

import { firstOf, ofEdition, t, why } from "../lib/i18n.svelte";
import type { GameSeen, Happened, Laid, MarkSeen, PreviewSeen, RowSeen, SeatSeen, State, Why } from "../wire";

/** The name of a seat; a free one has its number. */
export function nameOf(seats: SeatSeen[], seat: number): string {
  return seats[seat]?.name ?? t("board.seat.free", { number: seat + 1 });
}

/** One letter for a seat that no other seat of the table has, if there is one. */
export function initialOf(seats: SeatSeen[], seat: number): string {
  const name = (seats[seat]?.name ?? "").toUpperCase();
  const firsts = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  const letters = [...firsts, ...(name.match(/[\p{L}\p{N}]/gu) ?? [])];
  const before = seats.slice(0, seat).map((_, other) => initialOf(seats, other));
  return letters.find((letter) => !before.includes(letter)) ?? letters[0] ?? String(seat + 1);
}

export function commandWord(command: string): string {
  return firstOf([`board.card.${command}`, `rules.command.${command}.name`], command);
}

/** A step as it stands in a lane: "+15", "back 10". */
export function stepWord(step: number, trick: boolean): string {
  if (trick) return t("board.step.trick", { n: Math.abs(step) });
  return t("board.step.plain", { n: step });
}

/** The same for the ear: "plus 15". */
export function stepSpoken(step: number, trick: boolean): string {
  return trick ? stepWord(step, trick) : t("board.step.spoken", { n: step });
}

/** A refusal in two or three words, for a narrow lane. */
export function shortly(reason: Why): string {
  const code = reason.code.split(".").pop() ?? "";
  return firstOf([`board.no.${code}`], t("board.no.anything"), { ...reason.params });
}

/** What somebody says of a row by a marker, in a sentence. */
export function markSentence(mark: MarkSeen, seats: SeatSeen[]): string {
  const marker = t(`rules.marker.${mark.marker}.name`);
  return t(mark.stale ? "board.row.mark_stale" : "board.row.mark", { name: nameOf(seats, mark.seat), marker });
}

/** Whom a card would go against, as few words as will do: "Ben: leave it". */
export function againstWord(mark: MarkSeen, seats: SeatSeen[]): string {
  return t("board.effect.against", {
    name: nameOf(seats, mark.seat),
    marker: t(`rules.marker.${mark.marker}.name`),
  });
}

/** What a card would do on a row, in a sentence: an edition without winners has its own. */
export function previewSentence(card: number, told: PreviewSeen, edition: string): string {
  if (told.refusal) return t("board.lay.no", { card, why: why(told.refusal) });
  const step = stepSpoken(told.step ?? 0, told.trick);
  if (told.loses) {
    const reason = t(`board.loses.why.${told.loses}`);
    return t(ofEdition("board.lay.loses", edition), { card, step, why: reason });
  }
  if (told.wins) return t(ofEdition("board.lay.wins", edition), { card, step });
  if (told.dead_end) return t("board.lay.dead_end", { card, step });
  return t("board.lay.fine", { card, step });
}

/** How a row lies, in sentences. */
export function rowSentence(row: RowSeen, seats: SeatSeen[]): string {
  const said: string[] = [
    t(row.up ? "board.row.up" : "board.row.down", { row: row.name, first: row.first, last: row.last }),
  ];
  said.push(row.top === null ? t("board.row.empty") : t("board.row.top", { top: row.top }));
  if (row.command) {
    const name = t(`rules.command.${row.command}.name`);
    said.push(t("board.row.command", { name, text: t(`rules.command.${row.command}.text`) }));
  }
  if (row.fire !== null) {
    const code = row.burning ? "board.row.burning" : "board.row.fire";
    said.push(t(code, { name: nameOf(seats, row.fire) }));
  }
  const [from, to] = row.takes ?? [];
  if (from === undefined || to === undefined) said.push(t("board.row.takes_none"));
  else said.push(t(from === to ? "board.row.takes_one" : "board.row.takes", { from, to }));
  if (row.trick !== null) said.push(t("board.row.trick", { card: row.trick }));
  for (const mark of row.marks) said.push(markSentence(mark, seats));
  return said.join(" ");
}

/** What lies under the top card, where rows lie open; else nothing. */
export function historySentence(row: RowSeen): string {
  return row.cards.length > 1 ? t("board.row.laid", { cards: row.cards.join(", ") }) : "";
}

/** A card laid, as it stands in a list of a turn: "42 on U1, plus 3". */
export function laidSentence(laid: Omit<Laid, "number">): string {
  const step = stepSpoken(laid.step, laid.trick);
  return t("board.laid", { card: laid.card, row: laid.row, step });
}

/** A card on a row as a suggestion tells it: "42 on U1, +3". */
export function layWord(game: GameSeen | null, card: number, row: string): string {
  const told = game?.hand.find((held) => held.card === card)?.previews.find((one) => one.row === row);
  return t("board.laid", { card, row, step: stepWord(told?.step ?? 0, told?.trick ?? false) });
}

/** What happened, in a sentence, or null when the board has nothing to say about it. */
export function happening(event: Happened, seats: SeatSeen[], own: number | null): string | null {
  const told = sentence(event, seats, own);
  return told !== null && event.hushed ? `${told} ${t("rules.markers.off")}` : told;
}

function sentence(event: Happened, seats: SeatSeen[], own: number | null): string | null {
  const seat = event.seat ?? null;
  const me = seat !== null && seat === own;
  const name = seat === null ? "" : nameOf(seats, seat);
  const who = me ? "me" : "they";
  switch (event.kind) {
    case "laid": {
      if (event.card == null) {
        return t(`board.told.laid_covered_${who}`, { name, row: event.row ?? "" });
      }
      const laid = laidSentence({
        card: event.card ?? 0,
        row: event.row ?? "",
        step: event.step ?? 0,
        trick: event.trick ?? false,
        command: event.command ?? null,
      });
      const command = event.command ? ` ${t(`rules.command.${event.command}.name`)}.` : "";
      return t(`board.told.laid_${who}`, { name, laid }) + command;
    }
    case "took_back":
      return t(`board.told.took_back_${who}`, { name, row: event.row ?? "" });
    case "ended":
      if (me) return t("board.told.ended_me"); // with the cards drawn, where the hand is known
      if (!event.drawn) return t("board.told.ended_they_only", { name });
      return t("board.told.ended_they", { name, n: event.drawn });
    case "marked": {
      if (me) return null;
      const row = event.row ?? "";
      if (!event.marker) return t("board.told.unmarked", { name, row });
      const marker = t(`rules.marker.${event.marker}.name`);
      return t("board.told.marked", { name, row, marker });
    }
    case "named":
      if (me || !event.command) return null;
      return t("board.told.named", { name, command: t(`rules.command.${event.command}.name`) });
    case "hinted":
      return me ? null : t("hint.asked", { name });
    case "offered":
      if (me) return null;
      if (!event.wish) return t("board.told.no_offer", { name });
      return t("board.told.offered", { name, wish: t(`rules.wish.${event.wish}`) });
    case "ready":
      return me ? null : t("page.log.ready", { name });
    case "started": {
      if (me) return t("board.told.started_me");
      const other = event.instead ?? null;
      if (other === null) return t("board.told.started_they", { name });
      return t("page.log.started_instead", { name, other: nameOf(seats, other) });
    }
    case "picked":
      return me ? null : t("board.told.picked", { name });
    case "dealt":
      return t("board.told.dealt");
    case "sat":
      return event.changed_hands ? t("page.log.took_over", { name: event.name ?? name }) : null;
    case "freed":
      if (event.by == null) return t("page.log.freed", { name: event.name ?? name });
      return t("page.log.removed", { name: event.name ?? name, other: nameOf(seats, event.by) });
    default:
      return null;
  }
}

export interface DutyTold {
  kind: string;
  text: string;
  /** In as few words as will do beside its sign. */
  short: string;
}

/** The duties of the running turn, each in a sentence. */
export function dutySentences(game: GameSeen): DutyTold[] {
  const first = (game.this_turn?.laid.length ?? 0) === 0;
  return game.duties.map((duty) => {
    const { kind, n } = duty;
    const row = duty.row ?? "";
    let code = kind;
    if (kind === "minimum" && first) code = "first";
    if (kind === "three" && n === 0) code = "three_done";
    const text = t(`board.duty.${code}`, { n, row });
    return { kind, text, short: t(`board.owes.${code}`, { n, row }) };
  });
}

/** In whose turn a game of several people was lost; nothing of one that was won, or played alone. */
export function endedInWhoseTurn(seen: State): string {
  const end = seen.game?.end;
  const { seats, seat } = seen.room;
  if (!end?.why || seats.length < 2) return "";
  if (end.seat === seat) return t("end.over.your_turn");
  return t("end.over.whose_turn", { name: nameOf(seats, end.seat) });
}
