// Where the markers of a row stand: beside the top card, in columns, clear of the card's own word.

import type { RowSeen } from "../wire";
import type { Line } from "./line";

export interface Standing {
  /** They stand on the left of the top card. */
  toLeft: boolean;
  /** From that side's end of the track, in pixels. */
  edge: number;
  /** How many stand above each other. */
  rows: number;
  /** How far from the top of the lane they begin, in pixels. */
  top: number;
  /** How large their letters are, in pixels. */
  size: number;
}

// What stands at the foot of a lane: the notch; and how high a word is.
const NOTCH = 31;
const WORD = 20;

/** `word` tells on which side a command's word is, how wide it is and how far up it stands. */
export function standing(
  row: RowSeen,
  line: Line,
  place: number | null,
  word: { toLeft: boolean; wide: number; foot: number } | null,
): Standing {
  const size = Math.max(12, Math.min(15, line.card * 0.2));
  const each = size * 1.6 + 2;
  const tallest = Math.min(line.card * 1.4 + 8, line.tall - NOTCH);
  const half = line.card / 2 + 3;
  // Beside the card, and higher where they would come down to the notch.
  const top = (rows: number) => {
    const shown = Math.min(rows, row.marks.length) * each;
    const beside = line.tall / 2 - line.card * 0.7 - (row.marks.length > 1 ? 6 : 0);
    return Math.max(3, Math.min(beside, line.tall - NOTCH - shown));
  };
  const at = (toLeft: boolean, edge: number, tall: number): Standing => {
    const rows = count(tall);
    return { toLeft, edge, rows, top: top(rows), size };
  };
  const count = (tall: number) => Math.max(1, Math.floor(tall / each));
  // They stand on the side where the row has been, as long as there is room for them.
  const widest = size * (row.marks.some(({ stale }) => stale) ? 4.1 : 2.9) + 2;
  const needed = Math.ceil(row.marks.length / count(tallest)) * widest + half;
  const behind = place !== null && (row.up ? place > needed : line.width - place > needed);
  const toLeft = row.up === behind;
  // In an empty row they stand where it begins.
  if (place === null) return at(!row.up, 4, tallest);
  const edge = (toLeft ? line.width - place : place) + half;
  if (word?.toLeft !== toLeft) return at(toLeft, edge, tallest);
  const above = line.tall / 2 + line.card * 0.7 - word.foot - WORD * line.letters;
  if (above >= each) return at(toLeft, edge, above);
  return at(toLeft, edge + word.wide, tallest);
}
