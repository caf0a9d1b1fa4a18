// Texts by code, from the same catalogue that the terminal and the server use.

import { prefs, type Language } from "./prefs.svelte";
import type { Why } from "../wire";

export type { Language };
export type Params = Record<string, string | number | null | undefined>;

type Entry = string | { one: string; other: string };

export const LANGUAGES: readonly Language[] = ["en", "de", "fr"];
/** What each language calls itself: the one text that is never translated. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

let texts = $state.raw<Record<string, Entry>>({});
let spoken = $state<Language>("en");

/** The language in which the page speaks now. */
export function language(): Language {
  return spoken;
}

/** The language to speak: the chosen one, else the first the browser asks for that we have. */
export function wantedLanguage(): Language {
  if (prefs.language !== "browser") return prefs.language;
  for (const wanted of navigator.languages) {
    const found = LANGUAGES.find((known) => wanted.toLowerCase().split("-")[0] === known);
    if (found) return found;
  }
  return "en";
}

const loaded = new Map<Language, Record<string, Entry>>();

/** Fetches the texts of `wanted` and switches to them; what is on the page changes at once. */
export async function speak(wanted: Language): Promise<void> {
  let found = loaded.get(wanted);
  if (!found) {
    const answer = await fetch(`/locale/${wanted}.json`);
    if (!answer.ok) throw new Error(`no texts in ${wanted}: ${answer.status}`);
    found = ((await answer.json()) as { texts: Record<string, Entry> }).texts;
    loaded.set(wanted, found);
  }
  // Somebody who switched twice gets what they asked for last.
  if (wanted !== wantedLanguage()) return;
  texts = found;
  spoken = wanted;
  document.documentElement.lang = wanted;
}

/** True when the catalogue has a text of that code. */
export function has(code: string): boolean {
  return code in texts;
}

function filled(text: string, params: Params): string {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (all, name: string | undefined) => {
    if (name === undefined) return all[0] ?? "";
    const value = params[name];
    if (value === undefined || value === null) return all;
    return typeof value === "number" ? number(value) : value;
  });
}

/**
 * The text of `code` with its placeholders filled; a plural is chosen by `n`.
 *
 * A code without a text is given back as it is, so that a gap is seen and nothing breaks.
 */
export function t(code: string, params: Params = {}): string {
  const entry = texts[code];
  if (entry === undefined) return code;
  if (typeof entry === "string") return filled(entry, params);
  const n = Number(params.n ?? 0);
  // French says "0 carte", English and German "0 cards".
  const singular = spoken === "fr" ? n === 0 || n === 1 : n === 1;
  return filled(singular ? entry.one : entry.other, params);
}

/** The text of the first code that there is, else `otherwise`. */
export function firstOf(codes: string[], otherwise: string, params: Params = {}): string {
  const code = codes.find(has);
  return code === undefined ? otherwise : t(code, params);
}

/** The code of an edition's own words in place of `code` where it has some, else `code`. */
export function ofEdition(code: string, edition: string): string {
  const own = code.replace(/[^.]+$/, `${edition}.$&`);
  return has(own) ? own : code;
}

/** A reason in words. Ids of commands, editions, options and bots in it are told by their names. */
export function why(reason: Why): string {
  const params: Params = { ...reason.params };
  for (const kind of ["command", "edition", "option", "marker"] as const) {
    const id = params[kind];
    if (typeof id === "string") params[kind] = firstOf([`rules.${kind}.${id}.name`], id);
  }
  for (const who of ["bot", "plays"]) {
    const id = params[who];
    if (typeof id === "string") params[who] = firstOf([`bots.name.${id}`], id);
  }
  return has(reason.code) ? t(reason.code, params) : t("page.error.unknown", { code: reason.code });
}

/** Why something failed, in words, whatever was thrown. */
export function whyOf(thrown: unknown): string {
  const reason = (thrown as { why?: Why } | null)?.why;
  if (reason) return why(reason);
  if (thrown && typeof thrown === "object" && "code" in thrown) return why(thrown as Why);
  return t("page.error.unknown", { code: String(thrown) });
}

/** The language as the browser's region writes it: dates are not the same in London and New York. */
function region(): string {
  return navigator.languages.find((wanted) => wanted.split("-")[0] === spoken) ?? spoken;
}

export function number(value: number): string {
  return new Intl.NumberFormat(region(), { useGrouping: "min2" }).format(value);
}

/** A share between 0 and 1, as each language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(region(), { style: "percent" }).format(share);
}

/** A moment as people say it: the time today, the day and time before. */
export function moment(seconds: number): string {
  const then = new Date(seconds * 1000);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(region(), {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(then);
}

/** A day such as "2026-11-15", written out. */
export function day(iso: string): string {
  const then = new Date(`${iso}T12:00:00`);
  if (Number.isNaN(then.getTime())) return iso;
  const parts = { weekday: "long", day: "numeric", month: "long" } as const;
  return new Intl.DateTimeFormat(region(), parts).format(then);
}

/** How long ago something was: "5 minutes ago", "yesterday". */
export function ago(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat(spoken, { numeric: "auto" });
  const minutes = Math.round((milliseconds - Date.now()) / 60000);
  if (minutes > -60) return format.format(Math.min(0, minutes), "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}

/** "Ada, Ben and Cleo", as the language joins names. */
export function list(names: string[]): string {
  return new Intl.ListFormat(spoken, { type: "conjunction" }).format(names);
}
