// Results sorted into bins by the cards that were left, for a small chart.

export interface Bin {
  from: number;
  to: number;
  count: number;
}

const WIDTH = 10;

/** Bins from the best result to the worst: none left, then every ten. */
export function bins(results: { left: number; count?: number }[]): Bin[] {
  const most = Math.max(0, ...results.map(({ left }) => left));
  const found: Bin[] = [{ from: 0, to: 0, count: 0 }];
  for (let from = 1; from <= Math.max(most, 30); from = found.at(-1)!.to + 1) {
    found.push({ from, to: from === 1 ? WIDTH - 1 : from + WIDTH - 1, count: 0 });
  }
  for (const { left, count = 1 } of results) {
    const bin = found.find(({ from, to }) => from <= left && left <= to);
    if (bin) bin.count += count;
  }
  return found;
}

export function binName(bin: Bin): string {
  return bin.from === bin.to ? String(bin.from) : `${bin.from}–${bin.to}`;
}
