// States of many kinds, to look at the board without a server. Only for development: the figures
// that a server would send are worked out here, roughly.

import type { CardSeen, GameSeen, PreviewSeen, RowSeen, State } from "../src/wire";

function row(name: string, cards: number[], more: Partial<RowSeen> = {}): RowSeen {
  const up = name.startsWith("U");
  const top = cards.at(-1) ?? null;
  const trick = top === null ? null : up ? top - 10 : top + 10;
  const takes = top === null ? [2, 99] : up ? (top < 99 ? [top + 1, 99] : null) : top > 2 ? [2, top - 1] : null;
  return {
    name,
    up,
    first: up ? 1 : 100,
    last: up ? 99 : 2,
    cards: top === null ? [] : [top],
    count: cards.length,
    top,
    trick: trick !== null && trick >= 2 && trick <= 99 ? trick : null,
    takes,
    marks: [],
    command: null,
    flash: false,
    in_force: false,
    fire: null,
    burning: false,
    ...more,
  };
}

function previews(card: number, rows: RowSeen[], special: Record<string, Partial<PreviewSeen>>): PreviewSeen[] {
  return rows.map(({ name, up, top }) => {
    const step = top === null ? null : up ? card - top : top - card;
    const trick = step === -10;
    const bad = step !== null && step < 0 && !trick;
    return {
      row: name,
      step: bad ? null : step,
      trick,
      refusal: bad
        ? {
            code: up ? "refusal.too_low" : "refusal.too_high",
            params: { row: name, top: top ?? 0, card, step: 10 },
            rule: "B3",
          }
        : null,
      loses: null,
      dead_end: false,
      wins: false,
      ...special[name],
    };
  });
}

interface HandOf {
  cards: number[];
  commands?: Record<number, string>;
  fires?: number[];
  special?: Record<number, Record<string, Partial<PreviewSeen>>>;
  turn?: boolean;
}

function hand(rows: RowSeen[], { cards, commands = {}, fires = [], special = {}, turn = true }: HandOf): CardSeen[] {
  return cards.map((card) => ({
    card,
    command: commands[card] ?? null,
    flash: false,
    fire: fires.includes(card),
    previews: turn ? previews(card, rows, special[card] ?? {}) : [],
  }));
}

function game(rows: RowSeen[], cards: CardSeen[], more: Partial<GameSeen> = {}, sizes = [8], draw = 41): GameSeen {
  return {
    view: null,
    open: rows.some((row) => row.cards.length > 1),
    rows,
    hand: cards,
    hand_sizes: sizes,
    draw,
    low: 2,
    high: 99,
    left: draw + sizes.reduce((a, b) => a + b, 0),
    active: 0,
    my_turn: true,
    turn: 12,
    owed: 2,
    duties: [{ kind: "minimum", rule: "B5", n: 2, row: null }],
    may_end: false,
    end_refusal: { code: "refusal.end_minimum", params: { n: 2 }, rule: "B5" },
    may_take_back: false,
    this_turn: { seat: 0, laid: [] },
    last_turns: [
      {
        seat: sizes.length - 1,
        laid: [
          { number: 54, card: 42, row: "U1", step: 3, trick: false, command: null },
          { number: 55, card: 71, row: "D1", step: -10, trick: true, command: null },
        ],
      },
    ],
    no_markers: null,
    no_chat: null,
    no_naming: null,
    named: [],
    offers: {},
    spontaneous: false,
    may_start: [],
    end: null,
    ...more,
  };
}

function state(names: string[], inside: GameSeen | null, more: Partial<State["room"]> = {}): State {
  return {
    type: "state",
    number: 57,
    room: {
      id: "ABCDEFGHJKMN",
      phase: "playing",
      plan: {
        edition: "original",
        players: names.length,
        options: { expert: false, short_hand: false, fire: false, commands: false, take_backs: true, open_rows: null },
        talk: null,
        fan: null,
        deal: null,
        watchers: true,
      },
      seats: names.map((name, i) => ({
        name,
        bot: name.startsWith("Bot") ? "planner" : null,
        host: i === 0,
        ready: true,
        stand_in: name === "Dora" ? "greedy" : null,
        open: false,
      })),
      seat: 0,
      host: true,
      invite: "XYZ",
      deal: null,
      known_deal: false,
      follows: null,
      next: null,
      ...more,
    },
    fan: null,
    game: inside,
    news: [],
    speaker: null,
  } as State;
}

const FIVE = ["Marie-Luise", "Ben", "Cléo", "Dora", "Bot Planner"];

function solo(): State {
  const rows = [row("U1", [42]), row("U2", [17]), row("D1", [71]), row("D2", [88])];
  const cards = hand(rows, {
    cards: [5, 32, 41, 43, 44, 57, 81, 96],
    special: { 57: { D2: { dead_end: true } } },
  });
  return state(["Marie-Luise"], game(rows, cards));
}

function waiting(): State {
  const rows = [
    row("U1", [42], { marks: [{ seat: 0, marker: "small", stale: false }, { seat: 1, marker: "keep!", stale: false }] }),
    row("U2", [5], { marks: [{ seat: 2, marker: "keep", stale: true }] }),
    row("D1", [71], { marks: [{ seat: 3, marker: "keep", stale: false }] }),
    row("D2", []),
  ];
  const cards = hand(rows, { cards: [12, 32, 33, 61, 62, 90], turn: false });
  const inside = game(rows, cards, {
    active: 2,
    my_turn: false,
    duties: [],
    owed: 0,
    end_refusal: { code: "refusal.not_your_turn", params: {}, rule: null },
    this_turn: { seat: 2, laid: [{ number: 57, card: 5, row: "U2", step: null, trick: false, command: null }] },
  }, [6, 6, 5, 6, 6], 55);
  return state(FIVE, inside);
}

function extreme(): State {
  const rows = [
    row("U1", [38], { command: "skull" }),
    row("U2", [55], { command: "no_back" }),
    row("D1", [60], { command: "one_row" }),
    row("D2", [97], { command: "silence" }),
  ];
  const cards = hand(rows, {
    cards: [28, 39, 40, 66, 70, 93],
    commands: { 39: "stop", 66: "three", 70: "draw_one", 93: "skull" },
    special: {
      39: { U1: { loses: null }, D1: { loses: "stop", refusal: null, step: 21 } },
      70: { D1: { refusal: { code: "refusal.no_back", params: { card: 70, top: 60 }, rule: "X5" }, step: null, trick: false } },
      66: { U1: { wins: true } },
    },
  });
  const said = { code: "refusal.silence", params: {}, rule: "T4" };
  const inside = game(rows, cards, {
    turn: 9,
    owed: 1,
    duties: [
      { kind: "three", rule: "X3", n: 1, row: null },
      { kind: "skull", rule: "X2", n: 0, row: "U1" },
      { kind: "one_row", rule: "X6", n: 0, row: "U1" },
    ],
    may_take_back: true,
    this_turn: { seat: 0, laid: [{ number: 57, card: 37, row: "U1", step: 4, trick: false, command: "three" }] },
    no_markers: said,
    no_chat: said,
    no_naming: said,
    named: [[1, "stop"], [1, "skull"]],
    last_turns: [{ seat: 2, laid: [{ number: 54, card: 97, row: "D2", step: null, trick: false, command: "silence" }, { number: 55, card: 55, row: "U2", step: 12, trick: false, command: "no_back" }] }],
  }, [6, 6, 6], 50);
  return state(["Marie", "Ben", "Bot Planner"], inside);
}

function gold(): State {
  const own = (name: string, cards: number[], more: Partial<RowSeen> = {}) =>
    row(name, cards, { cards, first: name.startsWith("U") ? 1 : 99, last: name.startsWith("U") ? 99 : 1, ...more });
  const rows = [
    own("U1", [3, 11, 12, 13, 18, 20, 34, 35, 51], { marks: [{ seat: 0, marker: "keep", stale: false }, { seat: 1, marker: "keep!", stale: false }, { seat: 2, marker: "small", stale: true }] }),
    own("U2", [2, 7, 19, 25, 28, 29, 49], { marks: [{ seat: 1, marker: "small", stale: false }] }),
    own("D1", [94, 90, 78, 61, 71, 60, 57], { marks: [{ seat: 2, marker: "keep!", stale: false }] }),
    own("D2", [98, 97, 88, 83, 81], { marks: [{ seat: 0, marker: "small", stale: false }, { seat: 1, marker: "keep", stale: false }] }),
  ];
  const cards = hand(rows, { cards: [39, 41, 52, 58, 67, 91] });
  return state(["Marie", "Ben", "Cléo"], game(rows, cards, { low: 1, may_end: true, owed: 0, duties: [], end_refusal: null, may_take_back: true }, [6, 4, 5], 0));
}

function fire(): State {
  const rows = [
    row("U1", [44], { fire: 0, burning: true }),
    row("U2", [22], { fire: 1 }),
    row("D1", [93]),
    row("D2", [77], { fire: 0, burning: true, marks: [{ seat: 1, marker: "small", stale: false }] }),
  ];
  const cards = hand(rows, { cards: [7, 33, 45, 55, 87, 98], fires: [33, 55] });
  return state(["Marie", "Ben"], game(rows, cards, {
    duties: [
      { kind: "minimum", rule: "B5", n: 2, row: null },
      { kind: "fire", rule: "F2", n: 0, row: "U1" },
      { kind: "fire", rule: "F2", n: 0, row: "D2" },
    ],
  }, [7, 7], 12));
}

function over(): State {
  const rows = [row("U1", [98]), row("U2", [99]), row("D1", [3]), row("D2", [2])];
  const cards = hand(rows, { cards: [50, 61], turn: false });
  return state(["Marie", "Ben"], game(rows, cards, {
    active: null,
    my_turn: false,
    duties: [],
    owed: 0,
    this_turn: null,
  }, [2, 1], 0), { phase: "over" });
}

function agreeing(): State {
  const rows = [row("U1", []), row("U2", []), row("D1", []), row("D2", [])];
  const cards = hand(rows, { cards: [3, 4, 41, 42, 43, 97], turn: false });
  return state(FIVE, game(rows, cards, {
    active: null,
    my_turn: false,
    duties: [],
    turn: 0,
    this_turn: null,
    last_turns: [],
    offers: { 1: "must", 2: null, 4: "can" },
    may_start: [0, 1, 2, 3, 4],
  }, [6, 6, 6, 6, 6], 68), { phase: "agreeing" });
}

function ready(): State {
  const rows = [row("U1", []), row("U2", []), row("D1", []), row("D2", [])];
  const cards = hand(rows, { cards: [3, 4, 41, 42, 43, 97], turn: false });
  return state([...FIVE, "Zoë"], game(rows, cards, {
    active: null,
    my_turn: false,
    duties: [],
    turn: 0,
    this_turn: null,
    last_turn: null,
    offers: { 1: "can", 2: null, 4: "can" },
    spontaneous: true,
  }, [6, 6, 6, 6, 6, 6], 63), { phase: "agreeing" });
}

function fan(): State {
  const told = state(["Marie", "Ben", "Cléo"], null, { phase: "picking" });
  return { ...told, fan: { cards: 99, picks: 6, taken: { "1": [3, 14, 15, 40, 77, 98] } } };
}

function opening(): State {
  const rows = [row("U1", []), row("U2", [2]), row("D1", [99]), row("D2", [])];
  const cards = hand(rows, { cards: [3, 4, 5, 6, 7, 8, 9, 10] });
  return state(["Marie"], game(rows, cards, { last_turns: [], turn: 1 }, [8], 90));
}

export const FIXTURES: Record<string, () => State> = {
  solo,
  waiting,
  extreme,
  gold,
  fire,
  over,
  agreeing,
  ready,
  fan,
  opening,
};
