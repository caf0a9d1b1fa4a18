// The HTTP side of the server. Every failure is thrown as `Refused`, with a reason to tell.

import type {
  DailiesSeen,
  DailyOpened,
  DailyResults,
  DealSeen,
  EditionsSeen,
  MinuteTold,
  PlanAsked,
  RulesTold,
  SeatTaken,
  TableFound,
  StepSeen,
  TableOpened,
  TableSeen,
  Why,
} from "../wire";
import { newSecret } from "./ids";

export class Refused extends Error {
  constructor(
    readonly why: Why,
    /** The HTTP status; 0 when no answer came. */
    readonly status: number,
  ) {
    super(why.code);
  }
}

interface Asking {
  method?: string;
  body?: unknown;
  secret?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

async function ask<T>(path: string, asking: Asking = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (asking.secret) headers.Authorization = `Bearer ${asking.secret}`;
  if (asking.body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method: asking.method ?? "GET", headers, cache: "no-store" };
  if (asking.body !== undefined) init.body = JSON.stringify(asking.body);
  if (asking.signal) init.signal = asking.signal;
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (asking.signal?.aborted) throw error;
    throw new Refused({ code: "page.error.offline", params: {}, rule: null }, 0);
  }
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told as T;
  const reason = (told as { error?: Why } | null)?.error;
  throw new Refused(
    reason?.code ? reason : { code: "page.error.status", params: { status: answer.status }, rule: null },
    answer.status,
  );
}

/** Asks again when no answer came. Only for what the server does once, however often it is asked. */
async function askAgain<T>(path: string, asking: Asking): Promise<T> {
  for (const wait of [500, 1_500]) {
    try {
      return await ask<T>(path, asking);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 0) throw error;
      await new Promise((go) => setTimeout(go, wait));
    }
  }
  return ask<T>(path, asking);
}

/** A query string of what is set; absent means as the edition has it. */
export function query(params: Record<string, string | number | boolean | null | undefined>): string {
  const set = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== false) set.set(key, String(value));
  }
  const text = set.toString();
  return text ? `?${text}` : "";
}

/** The figures of a plan that decide the deal. */
function gameOf(plan: PlanAsked): Record<string, string | number | boolean | null | undefined> {
  const { expert, short_hand, fire, commands } = plan.options ?? {};
  return { edition: plan.edition, players: plan.players, expert, short_hand, fire, commands };
}

/** Everything that the rules of a table hang on, as a query. */
function tableOf(plan: PlanAsked, language: string): string {
  const { take_backs, open_rows } = plan.options ?? {};
  // `false` is a choice here, and not the same as "as the edition has it".
  const said = (choice: boolean | null | undefined) => (choice == null ? null : String(choice));
  const chosen = { take_backs: said(take_backs), open_rows: said(open_rows), fan: said(plan.fan), talk: plan.talk };
  return query({ ...gameOf(plan), ...chosen, lang: language });
}

export const api = {
  editions: () => ask<EditionsSeen>("/api/editions"),

  /** Without a name nobody sits down. */
  open: (plan: PlanAsked, name: string | null, bots: (string | null)[], start: boolean) =>
    askAgain<TableOpened>("/api/tables", {
      method: "POST",
      body: { plan, name, bots, start, secret: newSecret() },
    }),

  /** The table of a spoken code. */
  find: (code: string) => ask<TableFound>(`/api/codes/${encodeURIComponent(code)}`),

  room: (table: string, secret?: string | null) =>
    ask<TableSeen>(`/api/tables/${table}`, { secret }),

  /**
   * With the same secret this can be asked as often as one likes: the seat is the same. Without an
   * invite, by the table's address.
   */
  sit: (table: string, invite: string | null, secret: string, name: string, seat?: number) =>
    askAgain<SeatTaken>(`/api/tables/${table}/seats`, {
      method: "POST",
      body: seat === undefined ? { invite, secret, name } : { invite, secret, name, seat },
    }),

  step: (
    table: string,
    number: number,
    eyes?: number | null,
    secret?: string | null,
    signal?: AbortSignal,
  ) => ask<StepSeen>(`/api/tables/${table}/steps/${number}${query({ eyes })}`, { secret, signal }),

  dailies: () => ask<DailiesSeen>("/api/daily"),

  playDaily: (daily: string, name: string, device: string) =>
    askAgain<DailyOpened>(`/api/daily/${daily}/tables`, { method: "POST", body: { name, device } }),

  dailyResults: (daily: string, day: string) => ask<DailyResults>(`/api/daily/${daily}/${day}`),

  deal: (code: string) => ask<DealSeen>(`/api/deals/${encodeURIComponent(code)}`),

  rules: (plan: PlanAsked, language: string) => ask<RulesTold>(`/api/rules${tableOf(plan, language)}`),

  /** The same in a minute. */
  minute: (plan: PlanAsked, language: string) =>
    ask<MinuteTold>(`/api/rules/minute${tableOf(plan, language)}`),
};
