import type { PartBox, RecordingSetup } from "@stillreel/recorder/types";

/** What the worker has to know of the recording that goes on; all else is asked of the recorder. */
export interface RecordingMark {
  /** Tells it from the one before. */
  key: string;
  setup: RecordingSetup;
  /** The tab in front when it began: the recorded one, where a tab is. */
  tabId: number;
  windowId: number;
  /** The part of the tab that is recorded; null: all of it. */
  area: PartBox | null;
  /** Tabs into which the bar was put, or that take none. */
  bars: number[];
  /** Its link was told of. */
  isTold: boolean;
}

const KEY = "recording";

/** The recording that goes on, as session storage knows it: the worker may have died since it began, not the browser. */
export async function readMark(): Promise<RecordingMark | null> {
  return ((await chrome.storage.session.get(KEY))[KEY] as RecordingMark | undefined) ?? null;
}

/** Keeps it, or with null, lets go of it. */
export async function writeMark(mark: RecordingMark | null): Promise<void> {
  if (mark) await chrome.storage.session.set({ [KEY]: mark });
  else await chrome.storage.session.remove(KEY);
}

/** Calls back whenever a recording begins or ends; answers with how to stop that. */
export function watchMark(hear: () => void): () => void {
  const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
    const change = changes[KEY];
    if (change && (change.oldValue === undefined) !== (change.newValue === undefined)) hear();
  };
  chrome.storage.session.onChanged.addListener(follow);
  return () => chrome.storage.session.onChanged.removeListener(follow);
}

/** Changes some of it, when there is one. */
export async function changeMark(patch: Partial<RecordingMark>): Promise<void> {
  const mark = await readMark();
  if (mark) await writeMark({ ...mark, ...patch });
}
