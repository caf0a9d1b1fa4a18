// Cards that travel. Before the page changes every place is measured; afterwards each card is let
// run from where it was, or where it came from, to where it lies now.

import { still } from "../lib/prefs.svelte";
import type { Happened } from "../wire";

const TIME = 220;
const SETTLE = "cubic-bezier(.2, .8, .3, 1)";
// Past the mark and back: a backwards trick springs.
const SPRING = "cubic-bezier(.3, 1.7, .5, 1)";
const ONE_BY_ONE = 70;

type Places = Map<string, DOMRect>;

function places(root: HTMLElement): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-fly]")) {
    found.set(element.dataset.fly ?? "", element.getBoundingClientRect());
  }
  return found;
}

function fly(element: Element, from: DOMRect, easing: string, delay = 0): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0 || from.width === 0) return;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  const scale = Math.min(Math.max(from.width / to.width, 0.4), 1.6);
  // Along the axis as told, across it plainly: what springs stays in its lane.
  const run = (from: string, easing: string) =>
    element.animate(
      [
        { transform: from, zIndex: 9 },
        { transform: "none", zIndex: 9 },
      ],
      { duration: TIME, easing, delay, fill: "backwards", composite: "add" },
    );
  run(`translateY(${y}px) scale(${scale})`, SETTLE);
  run(`translateX(${x}px)`, easing);
}

export class Travels {
  #before: Places = new Map();

  /** Remembers where everything lies. Called before the page changes. */
  measure(root: HTMLElement | undefined): void {
    this.#before = root && !still() ? places(root) : new Map();
  }

  /** Lets everything travel to its new place. Called after the page has changed. */
  play(root: HTMLElement | undefined, news: Happened[]): void {
    const before = this.#before;
    if (!root || before.size === 0 || still()) return;
    const tops = new Map<string, Happened>();
    for (const event of news) if (event.kind === "laid" && event.row) tops.set(event.row, event);
    let arrived = 0;
    for (const element of root.querySelectorAll<HTMLElement>("[data-fly]")) {
      const name = element.dataset.fly ?? "";
      const here = before.get(name);
      const [kind, card, row] = name.split(" ");
      if (here) {
        if (kind === "hand") fly(element, here, SETTLE);
      } else if (kind === "top") {
        const event = tops.get(row ?? "");
        const from =
          before.get(`hand ${card}`) ??
          (event ? before.get(`seat ${event.seat}`) : undefined);
        if (from && event) fly(element, from, event.trick ? SPRING : SETTLE);
      } else if (kind === "hand") {
        const laid = [...before.keys()].find((old) => old.startsWith(`top ${card} `));
        const from = before.get(laid ?? "pile");
        if (from) fly(element, from, SETTLE, laid ? 0 : ONE_BY_ONE * arrived++);
      }
    }
  }
}
