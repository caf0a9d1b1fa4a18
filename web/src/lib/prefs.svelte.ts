// What a person chose for this browser. Kept in localStorage; other tabs follow at once.

export type Language = "en" | "de" | "fr";
export type Theme = "system" | "day" | "evening";
export type HandLayout = "axis" | "fan";
export type Sense = "usual" | "on" | "off";
export type Motion = "system" | "none";

export interface Choices {
  /** "browser": as the browser asks for it. */
  language: Language | "browser";
  theme: Theme;
  hand: HandLayout;
  motion: Motion;
  /** How the page calls out when it is hidden and it is one's turn. */
  title: boolean;
  sound: boolean;
  notification: boolean;
  /** What is heard and felt of the game; "usual": unless less motion is asked for. */
  tones: Sense;
  buzz: Sense;
  /** What of it: each signal of the table has its own switch. */
  card: boolean;
  trick: boolean;
  fire: boolean;
  win: boolean;
  loss: boolean;
  /** The nickname used last. */
  name: string;
}

const KEY = "ninetyeight.prefs";
const USUAL: Choices = {
  language: "browser",
  theme: "system",
  hand: "axis",
  motion: "system",
  title: true,
  sound: true,
  notification: false,
  tones: "usual",
  buzz: "usual",
  card: true,
  trick: true,
  fire: true,
  win: true,
  loss: true,
  name: "",
};
const ALLOWED: { [key: string]: readonly string[] } = {
  language: ["browser", "en", "de", "fr"],
  theme: ["system", "day", "evening"],
  hand: ["axis", "fan"],
  motion: ["system", "none"],
  tones: ["usual", "on", "off"],
  buzz: ["usual", "on", "off"],
};

/** Reads a value from localStorage; whatever is not what we wrote is as good as nothing. */
export function kept<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

/** Keeps a value; a browser that allows no storage just forgets it. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works on without a memory.
  }
}

function read(): Choices {
  const stored = kept<Record<string, unknown>>(KEY, {});
  const choices: Record<string, unknown> = { ...USUAL };
  if (stored === null || typeof stored !== "object") return { ...USUAL };
  for (const [key, usual] of Object.entries(USUAL)) {
    const value = stored[key];
    const allowed = ALLOWED[key];
    if (typeof value !== typeof usual) continue;
    if (allowed && !allowed.includes(value as string)) continue;
    choices[key] = value;
  }
  return choices as unknown as Choices;
}

/** The choices, reactive. Change them with `choose`. */
export const prefs: Choices = $state(read());

/** Changes some choices, keeps them and lets the page follow. */
export function choose(changes: Partial<Choices>): void {
  Object.assign(prefs, changes);
  keep(KEY, $state.snapshot(prefs));
  dress();
}

const THEME_COLOURS = { day: "#ece2d0", evening: "#17120e" };

/**
 * Tells the style sheet: `data-theme` "day" or "evening" and `data-motion` "off" on <html>;
 * absent means as the system has it.
 */
export function dress(): void {
  const html = document.documentElement;
  if (prefs.theme === "system") html.removeAttribute("data-theme");
  else html.setAttribute("data-theme", prefs.theme);
  if (prefs.motion === "system") html.removeAttribute("data-motion");
  else html.setAttribute("data-motion", "off");
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const evening =
      prefs.theme === "evening" || (prefs.theme === "system" && meta.media.includes("dark"));
    meta.content = THEME_COLOURS[evening ? "evening" : "day"];
  }
}

/** True when nothing should move: by choice here or by the system's setting. */
export function still(): boolean {
  return prefs.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(prefs, read());
  dress();
});
