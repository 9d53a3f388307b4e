/** Name of the entry in the `Server-Timing` header of a document. */
const ENTRY = "live";

/**
 * Returns the cursor of the page's event stream: what the page reads is at least as new as its document. Undefined when the document has
 * none, or when the browser does not provide it, for example without https. The stream begins with a `reset` then.
 */
export function documentCursor(): string | undefined {
  const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return document?.serverTiming?.find(({ name }) => name === ENTRY)?.description || undefined;
}
