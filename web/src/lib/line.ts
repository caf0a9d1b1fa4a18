// The shape of a game, which tells no card: how far the rows moved in each part of it.

/** At most so many parts, and so many heights. */
const PARTS = 12;
const BLOCKS = "▁▂▃▄▅▆▇█";
/** What a turn moves the rows for one height more, on average. */
const HEIGHT = 4;

/** A digit for each part of the game, from 0 (nothing lost, or won back by tricks) to 7. */
export function shapeOf(moved: number[]): string {
  const parts = Math.min(PARTS, moved.length);
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * moved.length) / parts);
    const to = Math.floor(((part + 1) * moved.length) / parts);
    const turns = moved.slice(from, to);
    const mean = turns.reduce((sum, one) => sum + one, 0) / turns.length;
    return Math.min(BLOCKS.length - 1, Math.max(0, Math.round(mean / HEIGHT)));
  }).join("");
}

/** The shape as a row of blocks, for a line of text. */
export function blocks(shape: string): string {
  return [...shape].map((height) => BLOCKS[Number(height)]).join("");
}
