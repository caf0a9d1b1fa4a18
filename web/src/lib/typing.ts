/**
 * True when a key belongs to whoever is writing or choosing, to a window that has the floor, or to
 * the browser: then it is no command.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  const at = event.target as HTMLElement | null;
  return at?.closest?.("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]") != null;
}
