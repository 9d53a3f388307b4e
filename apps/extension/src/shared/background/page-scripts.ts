/** Runs a function inside a page; null when the page takes no script. */
export async function inPage<A extends unknown[], R>(tabId: number, func: (...args: A) => R, args: A): Promise<Awaited<R> | null> {
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func, args });
    return (frame?.result ?? null) as Awaited<R> | null;
  } catch {
    // The browser's own pages, a page that went away: the caller has another way, or none is needed.
    return null;
  }
}

/** Waits until a page was painted anew. */
export async function untilPainted(tabId: number): Promise<void> {
  await inPage(tabId, () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))), []);
}

/** How long a page may take to say what it is, in milliseconds. */
const PROBE_MS = 2_000;

/** What of a page is open to us: all of it, only the look of it, or only that because it is the browser's PDF viewer. */
export async function opennessOf(tabId: number): Promise<"open" | "only-visible" | "pdf"> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PROBE_MS));
  const type = await Promise.race([inPage(tabId, () => document.contentType, []), late]);
  if (type === null) return "only-visible";
  return type === "application/pdf" ? "pdf" : "open";
}

/** Size of a page's window in CSS pixels, scroll bars included. */
export async function viewportOf(tabId: number): Promise<{ width: number; height: number } | null> {
  return inPage(tabId, () => ({ width: innerWidth, height: innerHeight }), []);
}
