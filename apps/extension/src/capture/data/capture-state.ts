import type { CaptureKind } from "../core/capture-order.ts";
import type { CaptureFailure } from "../core/capture-failure.ts";

/** An active capture, stored in session storage and shared by popup and worker. */
export interface Run {
  kind: CaptureKind;
  tabId: number;
  phase: "choosing" | "waiting" | "capturing";
  /** Number of captured parts and their total; 0 while unknown. */
  done: number;
  total: number;
}

/** A message for the next opening of the popup. */
interface Notice {
  reason: CaptureFailure;
  isStored: boolean;
}

/** A full page that exceeded the limit. */
export interface Stopped {
  tabId: number;
  windowId: number;
  /** Position of the cut in CSS pixels. */
  limitPx: number;
  /** Whether a higher limit exists. */
  canMore: boolean;
  /** Id of the incomplete capture. */
  captureId: string;
}

/** A capture that may be incomplete. */
interface Incomplete {
  tabId: number;
  windowId: number;
  captureId: string;
}

/** Capture state in session storage. */
export interface CaptureState {
  run: Run | null;
  notice: Notice | null;
  stopped: Stopped | null;
  incomplete: Incomplete | null;
}

const KEYS = ["run", "notice", "stopped", "incomplete"] as const;

/** Reads what goes on. */
export async function readCaptureState(): Promise<CaptureState> {
  const stored = (await chrome.storage.session.get([...KEYS])) as Partial<CaptureState>;
  return { run: stored.run ?? null, notice: stored.notice ?? null, stopped: stored.stopped ?? null, incomplete: stored.incomplete ?? null };
}

/** Writes parts of the capture state; null removes a part. */
export async function writeCaptureState(patch: Partial<CaptureState>): Promise<void> {
  const gone = KEYS.filter((key) => patch[key] === null);
  const isStored = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null && value !== undefined));
  await Promise.all([chrome.storage.session.set(isStored), gone.length > 0 ? chrome.storage.session.remove(gone) : null]);
}

/** Calls back immediately and on every change. Returns a function that unsubscribes. */
export function watchCaptureState(onChange: (state: CaptureState) => void): () => void {
  const read = (): void => void readCaptureState().then(onChange);
  const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
    if (KEYS.some((key) => key in changes)) read();
  };
  read();
  chrome.storage.session.onChanged.addListener(follow);
  return () => chrome.storage.session.onChanged.removeListener(follow);
}
