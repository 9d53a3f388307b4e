import { onServer } from "../core/server.ts";

/** Time limit of a probe, in milliseconds. */
const PROBE_MS = 3_000;
/** Time from the start of a request or from a probe to the next probe, in milliseconds. */
const INTERVAL_MS = 2_000;
/** Consecutive probes without a response after which a request is abandoned. A slow upload can delay one of them. */
const MISSES_MAX = 2;

/** Returns whether the server answers a short request now. Without a network there is no request. */
export async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const options: RequestInit = { signal: AbortSignal.timeout(PROBE_MS), cache: "no-store", credentials: "omit" };
    return (await fetch(onServer("/healthz"), options)).ok;
  } catch {
    return false;
  }
}

/** A watch of the server during a request that may take long. */
export interface ServerWatch {
  /** Fires with a `TimeoutError` when the server has stopped answering. */
  signal: AbortSignal;
  end: () => void;
}

/**
 * Watches the server during a request: a server that has stopped answering is noticed within ten seconds, while a request on a
 * slow line can take minutes.
 */
export function watchServer(): ServerWatch {
  const lost = new AbortController();
  let misses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const probe = async (): Promise<void> => {
    misses = (await serverAnswers()) ? 0 : misses + 1;
    if (isOver) return;
    if (misses >= MISSES_MAX) lost.abort(new DOMException("The server does not answer.", "TimeoutError"));
    // A missing response is checked again without a pause.
    else timer = setTimeout(() => void probe(), misses > 0 ? 0 : INTERVAL_MS);
  };
  timer = setTimeout(() => void probe(), INTERVAL_MS);
  return {
    signal: lost.signal,
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
