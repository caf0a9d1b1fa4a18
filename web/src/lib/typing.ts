/** True when a key belongs to whoever is writing, choosing or using a shortcut of the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const at = event.target as HTMLElement | null;
  if (!at?.closest) return false;
  return at.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog") !== null;
}
