import type { LiveEvent } from "@stillreel/contract";

/** Time after which a hidden tab closes its connection, in milliseconds; browsers allow six per host. */
export const HIDDEN_MS = 30_000;
const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/** Dependencies of a stream. */
export interface LiveStreamDeps {
  open(): EventSource;
  /** Returns whether the session is still valid; called after the server refused the stream. */
  isSignedIn(): Promise<boolean>;
  /** Id of this tab; its own changes are not reported. */
  origin: string;
  notify(event: LiveEvent): void;
  /** Called once when the session has ended; the stream stays closed. */
  onOver(): void;
  /** Returns a number between 0 and 1, which spreads reconnections after a server restart. */
  random(): number;
}

/** A stream of live events: open while its tab is visible, with automatic reconnection. */
export interface LiveStream {
  /** Sets whether the tab is visible. */
  show(isVisible: boolean): void;
  /** Reconnects immediately because the network is back. */
  retryNow(): void;
  stop(): void;
}

/** Opens the stream. */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;
  let isSeen = true;

  const clearTimer = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const close = (): void => {
    clearTimer();
    source?.close();
    source = undefined;
  };

  function open(): void {
    // A hidden tab connects when it becomes visible.
    if (isStopped || source || !isSeen) return;
    clearTimer();
    const opened = deps.open();
    source = opened;
    // The page may be current already: then nothing follows.
    opened.addEventListener("open", () => (failures = 0));
    opened.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent;
      if (event.type === "reset" || event.origin !== deps.origin) deps.notify(event);
    });
    // The browser reconnects after an interruption, but not after a refusal; the stream does.
    opened.addEventListener("error", () => {
      if (source === opened && opened.readyState === 2) void refused();
    });
  }

  async function refused(): Promise<void> {
    close();
    if (await deps.isSignedIn().catch(() => true)) {
      if (isStopped || source || timer) return;
      timer = setTimeout(open, retryDelayMs(failures, deps.random()));
      failures += 1;
    } else if (!isStopped) {
      stop();
      deps.onOver();
    }
  }

  function stop(): void {
    isStopped = true;
    close();
  }

  open();
  return {
    show(isVisible) {
      isSeen = isVisible;
      if (isStopped) return;
      if (isVisible) {
        if (source) clearTimer();
        else open();
      } else if (source && !timer) timer = setTimeout(close, HIDDEN_MS);
    },
    retryNow() {
      if (!source && timer) open();
    },
    stop,
  };
}

/** Returns the pause before a reconnection: doubled after each failure, varied by a quarter. */
function retryDelayMs(failures: number, random: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures) * (0.75 + random / 2);
}
