// What the board sends: a command of the protocol before it has its id.

import type { DoMark, DoMove, DoName, DoOffer, DoPick, DoStart } from "../wire";

type BoardCommand = DoMove | DoOffer | DoStart | DoPick | DoMark | DoName;

export type Wish = BoardCommand extends infer One
  ? One extends BoardCommand
    ? Omit<One, "id">
    : never
  : never;

export type Send = (wish: Wish) => Promise<unknown>;
export type Marker = NonNullable<DoMark["marker"]>;
export type CommandName = DoName["command"];

export const MARKERS: readonly Marker[] = ["small", "keep", "keep!"];
