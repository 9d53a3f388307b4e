import type { CaptureKind } from "../core/capture-order.ts";
import type { CaptureFailure } from "../core/capture-failure.ts";

/** A capture that is going on. Kept in session storage, so that popup and worker see the same one. */
export interface Run {
  kind: CaptureKind;
  tabId: number;
  phase: "choosing" | "waiting" | "capturing";
  /** Parts of the page that are done, and how many there are; 0 while that is not known. */
  done: number;
  total: number;
}

/** Something that has to be said the next time the popup is open. */
export interface Notice {
  reason: CaptureFailure;
  isStored: boolean;
}

/** A whole page that was longer than the limit. */
export interface Stopped {
  tabId: number;
  windowId: number;
  /** Where it stopped, in CSS pixels. */
  limitPx: number;
  /** There is a higher limit. */
  canMore: boolean;
  /** The stored capture that was cut. */
  captureId: string;
}

/** What session storage knows of captures. */
export interface CaptureState {
  run: Run | null;
  notice: Notice | null;
  stopped: Stopped | null;
}

const KEYS = ["run", "notice", "stopped"] as const;

/** Reads what goes on. */
export async function readCaptureState(): Promise<CaptureState> {
  const stored = (await chrome.storage.session.get([...KEYS])) as Partial<CaptureState>;
  return { run: stored.run ?? null, notice: stored.notice ?? null, stopped: stored.stopped ?? null };
}

/** Writes some of it; null takes it away. */
export async function writeCaptureState(patch: Partial<CaptureState>): Promise<void> {
  const gone = KEYS.filter((key) => patch[key] === null);
  const isStored = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null && value !== undefined));
  await Promise.all([chrome.storage.session.set(isStored), gone.length > 0 ? chrome.storage.session.remove(gone) : null]);
}

/** Calls back now and whenever it changes; answers with how to stop that. */
export function watchCaptureState(onChange: (state: CaptureState) => void): () => void {
  const read = (): void => void readCaptureState().then(onChange);
  const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
    if (KEYS.some((key) => key in changes)) read();
  };
  read();
  chrome.storage.session.onChanged.addListener(follow);
  return () => chrome.storage.session.onChanged.removeListener(follow);
}
