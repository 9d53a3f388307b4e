/** Number of captures that the browser allows in one window. The window starts with its first capture. */
const CALLS = 2;
const WINDOW_MS = 1_000;
/** The browser counts from the arrival of the call, which is slightly later than the call itself. */
const MARGIN_MS = 12;
/** Wait after a refusal. Calls of a previous worker count too and are unknown here. */
const RETRY_MS = 60;
const WAIT_MAX_MS = 4_000;
/** A minimised or closed window may never answer. */
const CAPTURE_MS = 8_000;

const QUOTA = /MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/u;

/** Computes when the next capture is allowed, from the times of earlier ones. All times are milliseconds of one clock. */
export class CaptureQuota {
  #began = Number.NEGATIVE_INFINITY;
  #calls = 0;

  /** Reserves the next position in the queue and returns its time, which may be `now`. */
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

/** Waits for a time. Rejects with the signal's reason when the signal aborts first. */
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

/** Returns the bytes of a picture that {@link takeVisibleTab} captured. */
export const pictureOf = async (taken: string): Promise<Blob> => (await fetch(taken)).blob();

/** Captures a PNG of the visible tab of a window; see {@link takeVisibleTab}. */
export const captureVisibleTab = async (windowId: number, signal?: AbortSignal): Promise<Blob> =>
  pictureOf(await takeVisibleTab(windowId, signal));

/**
 * Captures the visible tab of a window as PNG, within the browser's rate limit: two captures a second, the first two
 * immediately. Every capture of the extension uses this function, so that they share one queue.
 * @returns a `data:` URL, the browser's own format; the caller can decode it after the page has been restored
 * @throws the browser's error when the page may not be captured; the signal's reason when it aborts first
 */
export async function takeVisibleTab(windowId: number, signal?: AbortSignal): Promise<string> {
  const deadline = performance.now() + WAIT_MAX_MS;
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
