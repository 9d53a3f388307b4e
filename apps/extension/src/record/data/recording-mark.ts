import type { PartBox, RecordingSetup } from "@stillreel/recorder/types";

/** The worker's data about the active recording; everything else comes from the recorder. */
export interface RecordingMark {
  /** Unique key of the recording. */
  key: string;
  setup: RecordingSetup;
  /** The active tab at the start; the recorded one if a tab is recorded. */
  tabId: number;
  windowId: number;
  /** The recorded part of the tab; null means all of it. */
  area: PartBox | null;
  /** Tabs that have the bar or that accept no script. */
  bars: number[];
  /** The link that was reported; null if none was. */
  reportedLink: string | null;
  /** Workspace or folder as save target; null for the personal library. */
  location: RecordingLocation | null;
  /** Name of the requested save target when it is closed. */
  lost: string | null;
}

/** A workspace, or a folder of it, with its displayed name. */
interface RecordingLocation {
  workspaceId: string;
  folderId: string | null;
  name: string;
}

const KEY = "recording";
/** Storage key of the mark of the last recording: late states may arrive for it. */
const ENDED = "endedRecording";

/** Returns the active recording from session storage, which survives the worker but not the browser. */
export async function readMark(): Promise<RecordingMark | null> {
  return ((await chrome.storage.session.get(KEY))[KEY] as RecordingMark | undefined) ?? null;
}

/** Queue of changes: each change reads the stored mark before it writes, and the next recording may start in between. */
let changes: Promise<unknown> = Promise.resolve();

function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = changes.then(change);
  changes = turn.catch(() => undefined);
  return turn;
}

/** Stores the mark of a starting recording. */
export const writeMark = (mark: RecordingMark): Promise<void> => inTurn(() => chrome.storage.session.set({ [KEY]: mark }));

/** Changes the mark of a recording; false when it is not the stored one. */
export const changeMark = (key: string, change: (mark: RecordingMark) => Partial<RecordingMark>): Promise<boolean> =>
  inTurn(async () => {
    const mark = await readMark();
    if (mark?.key !== key) return false;
    await chrome.storage.session.set({ [KEY]: { ...mark, ...change(mark) } });
    return true;
  });

/** Returns the mark of the last recording once, for reporting a late state. Null for any other recording. */
export const takeEndedMark = (key: string): Promise<RecordingMark | null> =>
  inTurn(async () => {
    const mark = (await chrome.storage.session.get(ENDED))[ENDED] as RecordingMark | undefined;
    if (mark?.key !== key) return null;
    await chrome.storage.session.remove(ENDED);
    return mark;
  });

/** Removes the mark of a recording and stores it as the last one; false when it is not the stored one. */
export const endMark = (key: string): Promise<boolean> =>
  inTurn(async () => {
    const mark = await readMark();
    if (mark && mark.key !== key) return false;
    if (mark) await chrome.storage.session.set({ [ENDED]: mark });
    await chrome.storage.session.remove(KEY);
    return true;
  });

/** Calls back whenever a recording starts or ends. Returns a function that unsubscribes. */
export function watchMark(onChange: () => void): () => void {
  const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
    const change = changes[KEY];
    if (change && (change.oldValue === undefined) !== (change.newValue === undefined)) onChange();
  };
  chrome.storage.session.onChanged.addListener(follow);
  return () => chrome.storage.session.onChanged.removeListener(follow);
}
