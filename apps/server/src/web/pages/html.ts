const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Makes a text safe inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[&<>"']/u.test(text) ? text.replace(/[&<>"']/gu, (character) => ENTITIES[character] as string) : text;
}
