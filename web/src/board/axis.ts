// The number line: where a value stands, and how cards that stand close together make room.

export interface Axis {
  low: number;
  high: number;
}

/** Where a value stands, as a share of the line from 0 to 1. */
export function share(axis: Axis, value: number): number {
  return axis.high === axis.low ? 0.5 : (value - axis.low) / (axis.high - axis.low);
}

/** The round numbers that the line is lettered with. */
export function tens(axis: Axis): number[] {
  const step = axis.high - axis.low > 40 ? 10 : 5;
  const found: number[] = [];
  for (let value = Math.ceil(axis.low / step) * step; value <= axis.high; value += step) {
    found.push(value);
  }
  return found;
}

interface Cluster {
  sum: number;
  count: number;
}

/**
 * Places for things that want to stand at `wanted` (in rising order) and need `gap` between them,
 * all within `from` and `to`: as near to what they want as can be, and in the same order.
 */
export function spread(wanted: number[], gap: number, from: number, to: number): number[] {
  const n = wanted.length;
  if (n === 0) return [];
  const room = n > 1 ? Math.min(gap, (to - from) / (n - 1)) : 0;
  // Without the gaps the question is: the nearest sequence that never falls.
  const clusters: Cluster[] = [];
  wanted.forEach((place, i) => {
    clusters.push({ sum: place - i * room, count: 1 });
    while (clusters.length > 1) {
      const last = clusters[clusters.length - 1]!;
      const before = clusters[clusters.length - 2]!;
      if (before.sum / before.count <= last.sum / last.count) break;
      clusters.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  });
  const latest = to - (n - 1) * room;
  const flat = clusters.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  return flat.map((place, i) => Math.min(Math.max(place, from), latest) + i * room);
}
