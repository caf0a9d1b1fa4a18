// Where the rows stood when one last had a hand in them: what the others have laid since.

import type { State } from "../wire";

type Tops = Record<string, number | null>;

export class Trails {
  /** The card that lay on top before the others laid, by row; absent where they have not. */
  from: Tops = $state.raw({});

  #tops: Tops | null = null;
  #number = -1;

  /** Follows the table from State to State. */
  follow({ number, news, room, game }: State): void {
    if (!game || number === this.#number) return;
    const from = { ...this.from };
    for (const event of news) {
      if (event.number <= this.#number) continue;
      const row = event.row ?? "";
      if (event.kind === "ended" && event.seat === room.seat) {
        for (const known of Object.keys(from)) delete from[known];
      } else if (event.kind === "laid" && event.seat !== room.seat) {
        // What lay there when the last State came: good enough when two come in one.
        if (!(row in from) && this.#tops !== null) from[row] = this.#tops[row] ?? null;
      } else if (event.kind === "laid" || event.kind === "took_back") {
        delete from[row];
      }
    }
    this.from = from;
    this.#tops = Object.fromEntries(game.rows.map(({ name, top }) => [name, top]));
    this.#number = number;
  }
}
