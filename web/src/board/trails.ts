// What the others have laid since one's own last turn, as the turns that are shown tell it.

import type { GameSeen } from "../wire";

/** The card that lay on top before the others laid, by row; absent where they have not. */
export function trailsOf({ rows, last_turns, this_turn }: GameSeen, own: number): Record<string, number> {
  const since = last_turns.slice(last_turns.findLastIndex(({ seat }) => seat === own) + 1);
  if (this_turn && this_turn.seat !== own) since.push(this_turn);
  const found: Record<string, number> = {};
  const untouched = new Map(rows.map(({ name, up }) => [name, up]));
  // Where one has laid oneself, one knows.
  if (this_turn?.seat === own) for (const { row } of this_turn.laid) untouched.delete(row);
  for (const { row, card, step } of since.flatMap(({ laid }) => laid)) {
    const up = untouched.get(row);
    untouched.delete(row);
    if (up !== undefined && step !== null) found[row] = up ? card - step : card + step;
  }
  return found;
}
