// The keys of the board. Rows have the keys of the middle row of the keyboard, in table order.

export const ROW_KEYS: readonly string[] = ["a", "s", "d", "f", "g", "h", "j", "k"];

/** What the help page lists: the keys, and the code of the text that says what they do. */
export const KEYS: { keys: string[]; text: string }[] = [
  { keys: ["4", "2"], text: "board.keys.number" },
  { keys: ["←", "→"], text: "board.keys.card" },
  { keys: ROW_KEYS.slice(0, 4), text: "board.keys.lay" },
  { keys: ["↑", "↓", "↵"], text: "board.keys.row" },
  { keys: ["e"], text: "board.keys.end" },
  { keys: ["b"], text: "board.keys.back" },
  { keys: ["h"], text: "board.keys.hint" },
  { keys: ["m"], text: "board.keys.mark" },
  { keys: ["n"], text: "board.keys.name" },
  { keys: ["t"], text: "board.keys.type" },
  { keys: ["Esc"], text: "board.keys.cancel" },
];

const PATIENCE = 900;

/** Digits typed one after the other become the number of a card. */
export class Digits {
  #typed = "";
  #at = 0;

  /** The card meant after this digit, of those in hand; null while none is. */
  type(digit: string, hand: number[], now: number): number | null {
    this.#typed = now - this.#at > PATIENCE ? digit : this.#typed + digit;
    this.#at = now;
    const found = hand.find((card) => String(card) === this.#typed.replace(/^0+/, ""));
    if (found !== undefined) return found;
    if (hand.some((card) => String(card).startsWith(this.#typed))) return null;
    // Nothing begins like this: the digit starts anew.
    this.#typed = digit;
    return hand.find((card) => String(card) === digit) ?? null;
  }

  /** The number is over: whatever digit comes next begins another one, however soon. */
  forget() {
    this.#typed = "";
  }
}
