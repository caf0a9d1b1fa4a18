// Links to a table, and handing them on.

import { looksLikeSecret } from "./seats";
import { TABLE } from "./route.svelte";

export function watchLink(table: string): string {
  return `${location.origin}/t/${table}`;
}

/** The table for a big screen: everything but the hands. */
export function screenLink(table: string): string {
  return `${watchLink(table)}/screen`;
}

export function inviteLink(table: string, invite: string): string {
  return `${watchLink(table)}#invite=${invite}`;
}

export function seatLink(table: string, secret: string): string {
  return `${watchLink(table)}#seat=${secret}`;
}

/** True when the page's address means "this computer" and so leads nobody else here. */
export function onlyHere(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

/**
 * What somebody pasted, as an address of the app; null when it is none.
 *
 * A whole link, the part after the host, or the bare code of a table will do.
 */
export function pasted(text: string): string | null {
  const tidy = text.trim();
  const bare = tidy.toLowerCase().replace(/[\s-]/g, "");
  if (TABLE.test(bare)) return `/t/${bare}`;
  const found = /\/t\/([0-9a-z]{12})(\/screen|\/replay\/\d+(?:\?eyes=\d)?)?(?:#(seat|invite)=([\w-]+))?/i.exec(
    tidy,
  );
  const table = found?.[1]?.toLowerCase();
  if (!found || !table || !TABLE.test(table)) return null;
  if (found[2]) return `/t/${table}${found[2]}`;
  const [kind, secret] = [found[3]?.toLowerCase(), found[4]];
  if (!kind || !secret || !looksLikeSecret(secret)) return `/t/${table}`;
  return `/t/${table}#${kind}=${secret}`;
}

/** A spoken code as it is read out, in two parts; null when what was typed can be none. */
export function spokenCode(text: string): string | null {
  const letters = text.replace(/[\s.,-]/g, "").toUpperCase();
  return /^[A-Z]{6}$/.test(letters) ? `${letters.slice(0, 3)} ${letters.slice(3)}` : null;
}

/** Puts a text on the clipboard; false when the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On plain http from another host there is no clipboard: the old way still works there.
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.className = "to-clipboard";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}
