// The number line in pixels: one for all lanes and for the hand below them.

import { share, type Axis } from "./axis";

export interface Line {
  axis: Axis;
  /** How wide a lane's track is. */
  width: number;
  /** How wide the column with the row cards beside it is. */
  gutter: number;
  /** How wide a card in a lane is. */
  card: number;
  /** How tall a lane is. */
  tall: number;
  /** How much larger than usual letters are. */
  letters: number;
}

/** The tallest lane and the widest card, for letters of the usual size. */
const TALLEST = 170;
const WIDEST = 78;

/** How large everything is where lanes have so much room: `tall` for all of them together. */
export function lineFor(axis: Axis, width: number, tall: number, lanes: number, letters: number): Line {
  const gutter = (width < 560 * letters ? 44 : 72) * Math.min(letters, 1.6);
  const lane = Math.min(TALLEST * letters, tall / lanes);
  const card = Math.min(
    26 + width * 0.042 + Math.max(0, lane - 80) * 0.15,
    WIDEST * letters,
    ((lane - 12) * 60) / 84,
  );
  return {
    axis,
    width: Math.max(120, width - gutter - 4),
    gutter,
    card: Math.max(26, card),
    tall: lane - 5,
    letters,
  };
}

/** How much larger than usual letters are just now. */
export function lettersNow(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/** Where a value stands in a track, in pixels. */
export function x(line: Line, value: number): number {
  const pad = line.card / 2 + 3;
  return pad + (line.width - 2 * pad) * share(line.axis, value);
}

/** How wide one number is, in pixels. */
export function unit(line: Line): number {
  return (line.width - line.card - 6) / Math.max(1, line.axis.high - line.axis.low);
}

export interface Room {
  from: number;
  to: number;
}

/**
 * The open part of a track in pixels; it reaches to the edge where it reaches the end of the line.
 */
export function lit(line: Line, takes: number[] | null): Room | null {
  const [low, high] = takes ?? [];
  if (low === undefined || high === undefined) return null;
  const half = unit(line) / 2;
  return {
    from: low <= line.axis.low ? 0 : x(line, low) - half,
    to: high >= line.axis.high ? line.width : x(line, high) + half,
  };
}

/** How wide a room is. */
export function wide(room: Room): number {
  return room.to - room.from;
}

/** What the given stretches leave free in a track, from left to right. */
export function gaps(line: Line, taken: Room[]): Room[] {
  const edges = [...taken].sort((a, b) => a.from - b.from);
  const free: Room[] = [];
  let at = 0;
  for (const next of [...edges, { from: line.width, to: line.width }]) {
    if (next.from > at) free.push({ from: at, to: next.from });
    at = Math.max(at, next.to);
  }
  return free;
}

/** The widest of some rooms; none is as wide as nothing. */
export function widest(rooms: Room[]): Room {
  return rooms.reduce((best, room) => (wide(room) > wide(best) ? room : best), { from: 0, to: 0 });
}
