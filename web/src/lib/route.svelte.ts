// Where we are: plain addresses and the browser's own history.
//
//   /                           home            /#setup, /#setup=plan…  set up a table
//   /t/TABLE                    a table         /#deal=CODE…            play that deal, at once
//   /t/TABLE/replay/N?eyes=S    a replay        /#rules                 the rules
//   /t/TABLE/screen             a big screen    /#here, /#screen        one device for everybody
//   /mine                       one's own games

import { tick } from "svelte";

export type Route =
  | { name: "home" }
  | { name: "setup" }
  | { name: "around"; kind: "here" | "screen" }
  | { name: "screen"; table: string }
  | { name: "deal"; wish: string }
  | { name: "rules" }
  | { name: "mine" }
  | { name: "table"; table: string }
  | { name: "replay"; table: string; number: number; eyes: number | null }
  | { name: "nowhere" };

/** Twelve characters of Crockford's base 32. */
export const TABLE = /^[0-9a-hjkmnp-tv-z]{12}$/;

function read(address: Location | URL): Route {
  const parts = address.pathname.split("/").filter(Boolean);
  if (parts.length === 0) {
    const wish = new URLSearchParams(address.hash.slice(1));
    if (wish.has("deal")) return { name: "deal", wish: wish.toString() };
    if (wish.has("setup")) return { name: "setup" };
    if (wish.has("here")) return { name: "around", kind: "here" };
    if (wish.has("screen")) return { name: "around", kind: "screen" };
    if (wish.has("rules")) return { name: "rules" };
    return { name: "home" };
  }
  const [first, id, second, place, ...more] = parts;
  if (first === "mine" && id === undefined) return { name: "mine" };
  const table = id?.toLowerCase() ?? "";
  if (first !== "t" || !TABLE.test(table) || more.length) return { name: "nowhere" };
  if (second === undefined) return { name: "table", table };
  if (second === "screen" && place === undefined) return { name: "screen", table };
  if (second !== "replay") return { name: "nowhere" };
  const number = Number(place ?? 0);
  if (!Number.isInteger(number) || number < 0) return { name: "nowhere" };
  const eyes = new URLSearchParams(address.search).get("eyes");
  const seat = eyes !== null && /^\d$/.test(eyes) ? Number(eyes) : null;
  return { name: "replay", table, number, eyes: seat };
}

let current = $state.raw<Route>(read(location));

export function route(): Route {
  return current;
}

async function arrive(fresh: boolean): Promise<void> {
  const before = current;
  current = read(location);
  // Stepping through a replay is no new page: nothing scrolls, the focus stays.
  if (before.name === current.name && current.name !== "table") return;
  if (fresh) window.scrollTo(0, 0);
  await tick();
  // A screen reader and the keyboard begin at the new page's heading.
  const main = document.querySelector<HTMLElement>("main");
  const heading = main?.querySelector<HTMLElement>("h1");
  const target = heading ?? main;
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Goes to an address of the app. */
export function go(address: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  void arrive(true);
}

/** The seat or invite that a link carries in its fragment; it is taken out of the address bar. */
export function takeFragment(): { seat: string | null; invite: string | null } {
  const carried = new URLSearchParams(location.hash.slice(1));
  const found = { seat: carried.get("seat"), invite: carried.get("invite") };
  if (found.seat !== null || found.invite !== null) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return found;
}

/** Lets links inside the app and the browser's buttons work without loading the page anew. */
export function listen(): void {
  window.addEventListener("popstate", () => void arrive(false));
  window.addEventListener("hashchange", () => void arrive(false));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin) return;
    // Files and the interface for programs are the server's own pages.
    if (/^\/(api|assets|locale)\/|\.\w+$/.test(address.pathname)) return;
    event.preventDefault();
    const same = address.pathname === location.pathname && address.search === location.search;
    if (same && address.hash === location.hash) return;
    go(address.pathname + address.search + address.hash);
  });
}
