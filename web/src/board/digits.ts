// Our own numerals, drawn with one round stroke in a box of 24 by 36: the same on every machine,
// all of one width, and large enough to be read across a table.

const STROKES: Record<string, string> = {
  "0": "M12 3C5.5 3 3 10 3 18s2.5 15 9 15 9-7 9-15S18.5 3 12 3Z",
  "1": "M5.5 10 13.5 3V33",
  "2": "M3.8 10.5C4.3 5.8 7.5 3 12 3c5 0 8.5 3.1 8.5 8 0 4.6-3 7.8-7.4 12L3.5 33H21",
  "3": "M4.3 7.3C6 4.5 8.7 3 12 3c4.6 0 7.8 2.8 7.8 7 0 4.4-3.3 7-8.3 7 5.7 0 9.5 2.8 9.5 7.9S17 33 12 33c-4.1 0-7.1-1.8-8.7-5",
  "4": "M16.5 33V3.5L3 24.5h19",
  "5": "M19 3H7L5.4 16.6C7.2 14.8 9.4 14 12 14c5.3 0 9 3.8 9 9.3 0 5.7-3.8 9.7-9.2 9.7-3.8 0-6.8-1.7-8.4-4.5",
  "6": "M17 3C8.8 6 3 13.5 3 23c0 6 3.8 10 9 10s9-4 9-9.4-3.6-9.2-8.6-9.2c-4.8 0-8.8 3.2-9.4 8.6",
  "7": "M3.5 3h17.2C15 12 11.2 22 9.7 33",
  "8": "M12 3C7.5 3 4.5 5.8 4.5 9.8s3.1 7 7.5 7 7.5-3 7.5-7S16.5 3 12 3ZM12 16.8c-5.4 0-9 3.4-9 8.1S6.6 33 12 33s9-3.4 9-8.1-3.6-8.1-9-8.1Z",
  "9": "M7 33c8.2-3 14-10.5 14-20 0-6-3.8-10-9-10s-9 4-9 9.4 3.6 9.2 8.6 9.2c4.8 0 8.8-3.2 9.4-8.6",
};

const WIDTH = 24;
const GAP = 2.5;

export interface Stroke {
  path: string;
  x: number;
}

/** The strokes of a number, its middle at x = 0. */
export function strokes(value: number): Stroke[] {
  const signs = [...String(value)];
  const whole = signs.length * WIDTH + (signs.length - 1) * GAP;
  return signs.map((sign, i) => ({ path: STROKES[sign] ?? "", x: i * (WIDTH + GAP) - whole / 2 }));
}

/** True for numbers that read as another one upside down: they get a line below, as on paper. */
export function needsFoot(value: number): boolean {
  return /^[0689]*[69][0689]*$/.test(String(value));
}
