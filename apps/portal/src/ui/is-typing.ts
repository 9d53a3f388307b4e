/** Returns whether keys belong to a text field, an open menu or a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [contenteditable=true], [role=menu], [role=dialog]") !== null;
}
