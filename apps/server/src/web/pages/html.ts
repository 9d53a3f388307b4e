const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[&<>"']/u.test(text) ? text.replace(/[&<>"']/gu, (character) => ENTITIES[character] as string) : text;
}
