// A QR code for a link: byte mode, error correction level L, versions 1 to 9 (ISO/IEC 18004).

/** Check words per block, and blocks, of level L for versions 1 to 9. */
const CHECK = [7, 10, 15, 20, 26, 18, 20, 24, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2];

type Grid = boolean[][];

/** How many modules of a version carry data, in whole bytes. */
function words(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const eyes = Math.floor(version / 7) + 2;
    modules -= (25 * eyes - 10) * eyes - 55;
  }
  if (version >= 7) modules -= 36;
  return modules >> 3;
}

function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** The check words of a block (Reed and Solomon's code over 256 values). */
function check(data: number[], count: number): number[] {
  const divisor = Array<number>(count).fill(0);
  divisor[count - 1] = 1;
  for (let place = 0, root = 1; place < count; place++, root = times(root, 2)) {
    for (let at = 0; at < count; at++) {
      divisor[at] = times(divisor[at]!, root) ^ (divisor[at + 1] ?? 0);
    }
  }
  const rest = Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((value, at) => (rest[at]! ^= times(value, factor)));
  }
  return rest;
}

/** All words of the code in the order in which they are drawn. */
function payload(bytes: Uint8Array, version: number): number[] {
  const [perBlock, blocks, all] = [CHECK[version - 1]!, BLOCKS[version - 1]!, words(version)];
  const room = all - perBlock * blocks;
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, 8);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: room }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  const short = Math.floor(room / blocks);
  const longer = room % blocks;
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, place) => {
    const length = short + (place < blocks - longer ? 0 : 1);
    return data.slice(from, (from += length));
  });
  const drawn: number[] = [];
  for (let at = 0; at <= short; at++) {
    for (const part of parts) if (at < part.length) drawn.push(part[at]!);
  }
  const checks = parts.map((part) => check(part, perBlock));
  for (let at = 0; at < perBlock; at++) for (const part of checks) drawn.push(part[at]!);
  return drawn;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Bits with their remainder, as format and version are written. */
function guarded(value: number, degree: number, divisor: number): number {
  let rest = value;
  for (let bit = 0; bit < degree; bit++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return (value << degree) | rest;
}

/** The rows of the code; true is dark. An error when the text is too long (230 bytes). */
export function squares(text: string): Grid {
  const bytes = new TextEncoder().encode(text);
  const version = CHECK.findIndex(
    (per, at) => words(at + 1) - per * BLOCKS[at]! >= bytes.length + 2,
  ) + 1;
  if (version === 0) throw new Error("too long for a code");
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark;
    fixed[y]![x] = true;
  };

  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const eye = (cx: number, cy: number, reach: number) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4);
      }
    }
  };
  eye(3, 3, 4);
  eye(size - 4, 3, 4);
  eye(3, size - 4, 4);
  const far = size - 7;
  const places = version === 1 ? [] : version < 7 ? [6, far] : [6, (far + 6) / 2, far];
  for (const x of places) {
    for (const y of places) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === far) || (x === far && y === 6);
      if (!corner) eye(x, y, 2);
    }
  }
  if (version >= 7) {
    const bits = guarded(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const [far3, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(far3, near, ((bits >> at) & 1) === 1);
      set(near, far3, ((bits >> at) & 1) === 1);
    }
  }
  const format = (mask: number) => {
    const bits = guarded((1 << 3) | mask, 10, 0x537) ^ 0x5412;
    const on = (at: number) => ((bits >> at) & 1) === 1;
    for (let at = 0; at < 6; at++) set(8, at, on(at));
    set(8, 7, on(6));
    set(8, 8, on(7));
    set(7, 8, on(8));
    for (let at = 9; at < 15; at++) set(14 - at, 8, on(at));
    for (let at = 0; at < 8; at++) set(size - 1 - at, 8, on(at));
    for (let at = 8; at < 15; at++) set(8, size - 15 + at, on(at));
    set(8, size - 8, true);
  };
  format(0);

  const drawn = payload(bytes, version);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x] || bit >= drawn.length * 8) continue;
        grid[y]![x] = ((drawn[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
        bit++;
      }
    }
  }

  let best: { rows: Grid; unrest: number } | null = null;
  for (const [mask, flips] of MASKS.entries()) {
    format(mask);
    const rows = grid.map((row, y) => row.map((dark, x) => dark !== (!fixed[y]![x] && flips(x, y))));
    const found = unrest(rows);
    if (!best || found < best.unrest) best = { rows, unrest: found };
  }
  return best!.rows;
}

/** How hard a code is to read: long runs, blocks, false eyes, too much of one shade. */
function unrest(rows: Grid): number {
  const size = rows.length;
  let sum = 0;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]!))];
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/(.)\1{4,}/g) ?? []) sum += run.length - 2;
    for (const eye of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(eye); at >= 0; at = text.indexOf(eye, at + 1)) sum += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const shade = rows[y]![x];
      if (shade) dark++;
      if (x && y && shade === rows[y]![x - 1] && shade === rows[y - 1]![x] && shade === rows[y - 1]![x - 1]) {
        sum += 3;
      }
    }
  }
  return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}
