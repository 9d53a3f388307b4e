/** What the browser grants an extension: so many captures in a window that begins with the first of them. */
const CALLS = 2;
const WINDOW_MS = 1_000;
/** The browser counts from when the call reached it, a little after it was sent. */
const MARGIN_MS = 12;
/** After a refusal (another worker's calls count too, and are not remembered here). */
const RETRY_MS = 60;
const PATIENCE_MS = 4_000;
/** A window that is minimised or gone may never answer. */
const CAPTURE_MS = 8_000;

const QUOTA = /MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/u;

/** Says when the next capture may be asked for, given when the earlier ones were. Times in milliseconds of one clock. */
export class CaptureQuota {
  #began = Number.NEGATIVE_INFINITY;
  #calls = 0;

  /** Takes the next place in the queue and says when its time is; that may be `now`. */
  next(now: number): number {
    const reopens = this.#began + WINDOW_MS + MARGIN_MS;
    if (now >= reopens) return this.#open(now);
    if (this.#calls < CALLS) {
      this.#calls += 1;
      return Math.max(now, this.#began);
    }
    return this.#open(reopens);
  }

  #open(at: number): number {
    this.#began = at;
    this.#calls = 1;
    return at;
  }
}

const quota = new CaptureQuota();

/** Waits; rejects with the signal's reason when that comes first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

async function askOnce(windowId: number): Promise<string> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error("The browser did not answer with a picture.")), CAPTURE_MS);
  });
  try {
    return await Promise.race([chrome.tabs.captureVisibleTab(windowId, { format: "png" }), tooLate]);
  } finally {
    clearTimeout(late);
  }
}

/** The bytes of a picture that {@link takeVisibleTab} took. */
export const pictureOf = async (taken: string): Promise<Blob> => (await fetch(taken)).blob();

/** Takes a PNG of what a window's front tab shows, as {@link takeVisibleTab}. */
export const captureVisibleTab = async (windowId: number, signal?: AbortSignal): Promise<Blob> =>
  pictureOf(await takeVisibleTab(windowId, signal));

/**
 * Takes a PNG of what a window's front tab shows, no faster than the browser allows: two in a second, the first two at once.
 * All of the extension's captures go through here, so that they wait for one another.
 * @returns a `data:` address, the form in which the browser gives it: reading it can wait until the page is done with
 * @throws the browser's error when it lets nobody look at this page; the signal's reason when that comes first
 */
export async function takeVisibleTab(windowId: number, signal?: AbortSignal): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const now = performance.now();
    const at = quota.next(now);
    if (at > now) await pause(at - now, signal);
    signal?.throwIfAborted();
    try {
      return await askOnce(windowId);
    } catch (error) {
      if (!QUOTA.test(String(error)) || performance.now() > deadline) throw error;
      await pause(RETRY_MS, signal);
    }
  }
}
