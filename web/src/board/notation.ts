// Typed moves: "42@U1", "42 u1", "end", "back" and their words in the language spoken.

/** What was typed, as the server's notation; null when it is no move. */
export function notation(text: string, ends: string, backs: string): string | null {
  const typed = text.trim().toLowerCase();
  const lay = /^0*(\d{1,3})\s*[@\s:-]?\s*(?:auf|on|sur)?\s*([a-z]\s?\d)$/.exec(typed);
  if (lay?.[1] && lay[2]) return `${lay[1]}@${lay[2].replace(/\s/g, "").toUpperCase()}`;
  if (["end", ...ends.split(" ")].includes(typed)) return "end";
  if (["back", ...backs.split(" ")].includes(typed)) return "back";
  return null;
}
