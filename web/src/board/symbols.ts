// Drawn signs in a box of 24 by 24. `line` is stroked, `solid` is filled, both in the ink around.

export interface Drawing {
  line?: string;
  solid?: string;
}

export const SYMBOLS = {
  // commands
  stop: {
    line: "M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8Z",
    solid: "M8.5 8.5h7v7h-7Z",
  },
  skull: {
    line: "M7.5 18.2C4.6 16.7 3 14 3 10.8 3 5.9 7 2.5 12 2.5s9 3.4 9 8.3c0 3.2-1.6 5.9-4.5 7.4v3.3h-9ZM10.5 18.5v3M13.5 18.5v3",
    solid: "M8.3 9a2.3 2.3 0 1 0 .01 0ZM15.7 9a2.3 2.3 0 1 0 .01 0ZM12 13.3l1.3 2.4h-2.6Z",
  },
  three: { line: "M3 6.5h4.6v12.5H3ZM9.7 4.5h4.6V21H9.7ZM16.4 6.5H21v12.5h-4.6Z" },
  silence: { line: "M4 4.5h16v11.5h-8.5L7 20v-4H4ZM3 21.5 21 2.5" },
  no_back: { line: "M9 4 4.5 8.5 9 13M4.5 8.5H14a5.5 5.5 0 0 1 0 11H9M3.5 21.5l17-19" },
  one_row: { line: "M3 12h17M15 6.5l5.5 5.5-5.5 5.5M3 5.5h1M8 5.5h1M3 18.5h1M8 18.5h1" },
  draw_one: { line: "M3.5 3.5h9V17h-9ZM17.5 9v12M14 17.5l3.5 3.5 3.5-3.5M7 8.5l1.5-1.3v6" },
  fire: {
    line: "M12 2.5c.8 3.8 6.8 6.6 6.8 12.2a6.8 6.8 0 0 1-13.6 0c0-2.9 1.5-4.9 2.8-6.5.3 1.9 1 2.9 2 3.4-.3-3.3.4-6.5 2-9.1Z",
    solid: "M12 13.2c.5 1.7 2.7 2.5 2.7 4.6a2.7 2.7 0 0 1-5.4 0c0-2.1 2.2-2.9 2.7-4.6Z",
  },
  // how long a command binds
  flash: { solid: "M13.5 2 4.5 13.5h6L9.5 22l9-12h-6Z" },
  lasting: { line: "M12 12c-2-3-3.5-4.2-5.5-4.2a4.2 4.2 0 0 0 0 8.4c2 0 3.5-1.2 5.5-4.2s3.5-4.2 5.5-4.2a4.2 4.2 0 0 1 0 8.4c-2 0-3.5-1.2-5.5-4.2Z" },
  // what markers say: a small step, leave it, on no account
  small: { line: "M5 17h5v-4.5h4V8h5" },
  keep: { line: "M9 5v14M15 5v14" },
  "keep!": { line: "M6 6l12 12M18 6 6 18" },
  // no marker after all: the menu closes, the own one comes off
  leave: { line: "M12 3.5a8.5 8.5 0 1 0 .01 0ZM8 12h8" },
  off: { line: "M6 21.5V9.5M10 3.5h8l-3 4.5 3 4.5h-3M3 3l18 18" },
  // seats and doings
  host: { line: "M3.5 18.5h17L22 7.5l-5.5 4L12 4.5l-4.5 7-5.5-4Z" },
  bot: { line: "M4.5 8.5h15v11h-15ZM12 8.5V4M9 14v1M15 14v1", solid: "M12 2a1.6 1.6 0 1 0 .01 0Z" },
  away: { line: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" },
  back: { line: "M9.5 5 4.5 10l5 5M4.5 10H14a5 5 0 0 1 0 10h-3" },
  done: { line: "M4.5 12.5l5 5 10-11" },
  warn: { line: "M12 3.5 22 20.5H2ZM12 10v4.5M12 17.3v.2" },
  star: { line: "M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3 1.2-6.2L3 9.5l6.3-.8Z" },
  hand: { line: "M7 12.5V6.2a1.5 1.5 0 0 1 3 0V11M10 11V4.3a1.5 1.5 0 0 1 3 0V11M13 11V5.3a1.5 1.5 0 0 1 3 0V12M16 12V8.3a1.5 1.5 0 0 1 3 0V15c0 4-2.5 6.5-6.2 6.5-3.3 0-4.8-1.5-6.3-4.2L4 13.2c.7-1 2-1 3-.2" },
  flag: { line: "M6 21.5V3.5h12l-3 4.5 3 4.5H6" },
  say: { line: "M4 4.5h16v11.5h-8.5L7 20v-4H4ZM8 10.3h.1M12 10.3h.1M16 10.3h.1" },
  hint: { line: "M9.5 17.5c0-2.7-3.5-4-3.5-8.2a6 6 0 0 1 12 0c0 4.2-3.5 5.5-3.5 8.2ZM10 21h4" },
  // what is said without words
  yes: {
    line: "M7 11v9H3.500v-9ZM7 11l4-8c1.600 0 2.600 1.100 2.300 2.900L12.700 9.500H19a2 2 0 0 1 2 2.300l-1.200 6.500a2 2 0 0 1-2 1.700H7",
  },
  thanks: { line: "M12 20.500C5.500 15.500 3 12 3 8.700a4.700 4.700 0 0 1 9-1.900 4.700 4.700 0 0 1 9 1.900c0 3.300-2.500 6.800-9 11.800Z" },
  phew: {
    line: "M12 3a9 9 0 1 0 .01 0ZM7.200 10.500h3M13.800 10.500h3M8 15.700q2-1.800 4 0t4 0",
    solid: "M18.700 2.500c1.300 1.700 1.900 2.700 1.900 3.600a1.900 1.900 0 0 1-3.800 0c0-.9.6-1.900 1.900-3.600Z",
  },
  laugh: {
    line: "M12 3a9 9 0 1 0 .01 0ZM7 10q1.500-2.200 3 0M14 10q1.500-2.200 3 0",
    solid: "M7 13h10c0 3-2.200 5-5 5s-5-2-5-5Z",
  },
  wow: {
    line: "M12 3a9 9 0 1 0 .01 0Z",
    solid: "M8.700 8.300a1.300 1.600 0 1 0 .01 0ZM15.300 8.300a1.300 1.600 0 1 0 .01 0ZM12 13.200a2.200 2.600 0 1 0 .01 0Z",
  },
  sorry: {
    line: "M12 3a9 9 0 1 0 .01 0ZM8.500 16.700q3.500-3.200 7 0M6.800 7.800l2.700-1M17.200 7.800l-2.700-1",
    solid: "M8.700 9.300a1.300 1.300 0 1 0 .01 0ZM15.300 9.300a1.300 1.300 0 1 0 .01 0Z",
  },
  keys: { line: "M2.5 6h19v12h-19ZM6 10h.1M10 10h.1M14 10h.1M18 10h.1M7.5 14h9" },
} satisfies Record<string, Drawing>;

export type SymbolName = keyof typeof SYMBOLS;

export function isSymbol(name: string): name is SymbolName {
  return name in SYMBOLS;
}
