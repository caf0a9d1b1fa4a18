// The record of a table that nobody may watch: it is asked for with the seat's secret, which has no
// place in an address.

import { Refused } from "../lib/api";
import type { Why } from "../wire";

export async function fetchRecord(table: string, secret: string | null): Promise<void> {
  const headers: Record<string, string> = secret ? { Authorization: `Bearer ${secret}` } : {};
  const answer = await fetch(`/api/tables/${table}/record`, { headers, cache: "no-store" });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as { error?: Why } | null;
    const unknown = { code: "page.error.status", params: { status: answer.status }, rule: null };
    throw new Refused(body?.error ?? unknown, answer.status);
  }
  const named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = named ?? `${table}.98`;
  link.click();
  URL.revokeObjectURL(address);
}
