// Ids that nobody else draws. `crypto.randomUUID` is missing on plain http from another host.

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The secret of a seat, of our own making: with it we can ask again when an answer is lost. */
export const newSecret = newId;
