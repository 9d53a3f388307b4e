/** Runs a function inside a page. Returns null when the page accepts no script. */
export async function inPage<A extends unknown[], R>(tabId: number, func: (...args: A) => R, args: A): Promise<Awaited<R> | null> {
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func, args });
    return (frame?.result ?? null) as Awaited<R> | null;
  } catch {
    // Browser pages and closed pages accept no script. The caller has a fallback or needs none.
    return null;
  }
}

/** Waits until the page has painted a new frame. */
export async function untilPainted(tabId: number): Promise<void> {
  await inPage(tabId, () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))), []);
}

/** Time limit for a page to report its type, in milliseconds. */
const PROBE_MS = 2_000;

/** Returns how much access the extension has to a page: full, visible area only, or visible area because it is a PDF. */
export async function pageAccessOf(tabId: number): Promise<"open" | "only-visible" | "pdf"> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PROBE_MS));
  const type = await Promise.race([inPage(tabId, () => document.contentType, []), late]);
  if (type === null) return "only-visible";
  return type === "application/pdf" ? "pdf" : "open";
}

/** Returns the viewport size of a page in CSS pixels, scroll bars included. */
export async function viewportOf(tabId: number): Promise<{ width: number; height: number } | null> {
  return inPage(tabId, () => ({ width: innerWidth, height: innerHeight }), []);
}
