// The colour of a card by its value: a ramp in even steps for the eye.
//
// Lightness only ever rises along the ramp, so that people who see colours differently still see
// the order; the steps are evened out by the distance that OKLab gives between neighbours.

interface Stop {
  light: number;
  chroma: number;
  hue: number;
}

// Dusk in the valley, through lake and meadow, to the sun on the summit.
const STOPS: Stop[] = [
  { light: 0.47, chroma: 0.115, hue: 282 },
  { light: 0.58, chroma: 0.1, hue: 232 },
  { light: 0.68, chroma: 0.105, hue: 165 },
  { light: 0.77, chroma: 0.13, hue: 100 },
  { light: 0.83, chroma: 0.135, hue: 62 },
];

const SAMPLES = 240;

function between(share: number): Stop {
  const scaled = share * (STOPS.length - 1);
  const at = Math.min(Math.floor(scaled), STOPS.length - 2);
  const part = scaled - at;
  const from = STOPS[at]!;
  const to = STOPS[at + 1]!;
  const mix = (a: number, b: number) => a + (b - a) * part;
  return {
    light: mix(from.light, to.light),
    chroma: mix(from.chroma, to.chroma),
    hue: mix(from.hue, to.hue),
  };
}

function distance(one: Stop, other: Stop): number {
  const a = (stop: Stop) => stop.chroma * Math.cos((stop.hue * Math.PI) / 180);
  const b = (stop: Stop) => stop.chroma * Math.sin((stop.hue * Math.PI) / 180);
  return Math.hypot(one.light - other.light, a(one) - a(other), b(one) - b(other));
}

// How far one has come along the ramp at each sample, from 0 to 1.
const travelled: number[] = [0];
for (let i = 1; i <= SAMPLES; i++) {
  const step = distance(between((i - 1) / SAMPLES), between(i / SAMPLES));
  travelled.push(travelled[i - 1]! + step);
}

/** The colour at `share` (0 lowest card, 1 highest); `lift` makes it paler. */
export function colour(share: number, lift = 0): string {
  const wanted = Math.min(Math.max(share, 0), 1) * travelled[SAMPLES]!;
  const at = travelled.findIndex((far) => far >= wanted);
  const { light, chroma, hue } = between(Math.max(at, 0) / SAMPLES);
  const l = light + (0.96 - light) * lift;
  const c = chroma * (1 - lift * 0.75);
  return `oklch(${l.toFixed(3)} ${c.toFixed(3)} ${hue.toFixed(1)})`;
}
