// The picture on a card: a ridge that grows with the number, a valley at the lowest card and a
// summit at the highest. Its peak stands where the card stands on the number line.

/** A small number that looks random and is always the same for the same card. */
function wobble(card: number, i: number): number {
  const mixed = Math.sin(card * 12.9898 + i * 78.233) * 43758.5453;
  return mixed - Math.floor(mixed) - 0.5;
}

/** A ridge as a closed path in a box `width` by `height`; `layer` 0 is the far one. */
export function ridge(
  card: number,
  share: number,
  layer: 0 | 1,
  width: number,
  height: number,
): string {
  const tall = (layer === 0 ? 13 : 7) + share * (layer === 0 ? 32 : 22);
  const peak = width * (0.2 + 0.6 * share) + (layer === 0 ? 0 : wobble(card, 9) * 18);
  const spread = width * (layer === 0 ? 0.42 : 0.55);
  const points: [number, number][] = [];
  const count = 7;
  for (let i = 0; i <= count; i++) {
    const x = (width * i) / count;
    const slope = Math.max(0, 1 - Math.abs(x - peak) / spread / 1.6);
    const y = height - tall * (0.42 + 0.58 * slope) - wobble(card, i + layer * 20) * 5;
    points.push([x, y]);
  }
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M0 ${height}L${line}L${width} ${height}Z`;
}
