// What the board sends: a command of the protocol before it has its id.

import type { Wish } from "../lib/socket.svelte";
import type { DoMark, DoName } from "../wire";

export type { Wish };
export type Send = (wish: Wish) => Promise<unknown>;
export type Marker = NonNullable<DoMark["marker"]>;
export type CommandName = DoName["command"];

export const MARKERS: readonly Marker[] = ["small", "keep", "keep!"];
