import type { LiveEvent } from "@stillreel/contract";

/** A tab that nobody sees gives its connection back after this; browsers allow six a host. */
export const HIDDEN_MS = 30_000;
const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/** What a stream needs from outside. */
export interface LiveStreamDeps {
  open(): EventSource;
  /** Whether somebody is still signed in; asked when the server refused the stream. */
  isSignedIn(): Promise<boolean>;
  /** Name of this tab; what it caused is not told. */
  origin: string;
  notify(event: LiveEvent): void;
  /** Told once when the session is over; the stream stays closed. */
  onOver(): void;
  /** Between 0 and 1: spreads the tabs that come back to a server after its restart. */
  random(): number;
}

/** One stream of live events: open while its tab is seen, back by itself after every kind of loss. */
export interface LiveStream {
  /** Says whether the tab can be seen. */
  show(isVisible: boolean): void;
  /** The network is back: no need to wait any longer. */
  hurry(): void;
  stop(): void;
}

/** Opens the stream. */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;
  let isSeen = true;

  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  };

  function open(): void {
    // A tab that nobody sees opens when it is seen.
    if (isStopped || source || !isSeen) return;
    clearTimeout(timer);
    timer = undefined;
    const opened = deps.open();
    source = opened;
    opened.addEventListener("message", ({ data }: MessageEvent<string>) => {
      failures = 0;
      const event = JSON.parse(data) as LiveEvent;
      if (event.type === "reset" || event.origin !== deps.origin) deps.notify(event);
    });
    // The browser comes back by itself from a cut connection; a refusal is final for it, not for us.
    opened.addEventListener("error", () => {
      if (source === opened && opened.readyState === 2) void refused();
    });
  }

  async function refused(): Promise<void> {
    close();
    if (await deps.isSignedIn().catch(() => true)) {
      if (isStopped || source || timer) return;
      const pause = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures);
      failures += 1;
      timer = setTimeout(open, pause * (0.75 + deps.random() / 2));
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
        if (source) {
          clearTimeout(timer);
          timer = undefined;
        } else open();
      } else if (source && !timer) timer = setTimeout(close, HIDDEN_MS);
    },
    hurry() {
      if (!source && timer) open();
    },
    stop,
  };
}
