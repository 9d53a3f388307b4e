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
  /** The link that was told of; null while none was. */
  reportedLink: string | null;
  /** The workspace, or the folder of one, that it is for; null for one's own library. */
  location: RecordingLocation | null;
  /** What the place was called that it was for, and that is closed by now. */
  lost: string | null;
}

/** A workspace, or a folder of one, by the name under which it was chosen. */
export interface RecordingLocation {
  workspaceId: string;
  folderId: string | null;
  name: string;
}

const KEY = "recording";
/** The mark of the recording that ended last: something may be heard of it later. */
const ENDED = "endedRecording";

/** The recording that goes on, as session storage knows it: the worker may have died since it began, not the browser. */
export async function readMark(): Promise<RecordingMark | null> {
  return ((await chrome.storage.session.get(KEY))[KEY] as RecordingMark | undefined) ?? null;
}

/** Changes wait for one another: each looks at what stands before it writes, and the next recording may begin between the two. */
let changes: Promise<unknown> = Promise.resolve();

function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = changes.then(change);
  changes = turn.catch(() => undefined);
  return turn;
}

/** Keeps the mark of a recording that begins. */
export const writeMark = (mark: RecordingMark): Promise<void> => inTurn(() => chrome.storage.session.set({ [KEY]: mark }));

/** Changes the mark of a recording; false when another one, or none, stands there by now. */
export const changeMark = (key: string, change: (mark: RecordingMark) => Partial<RecordingMark>): Promise<boolean> =>
  inTurn(async () => {
    const mark = await readMark();
    if (mark?.key !== key) return false;
    await chrome.storage.session.set({ [KEY]: { ...mark, ...change(mark) } });
    return true;
  });

/** The mark of the recording that ended last, once: whoever takes it says what was heard of it later. Null for any other recording. */
export const takeEndedMark = (key: string): Promise<RecordingMark | null> =>
  inTurn(async () => {
    const mark = (await chrome.storage.session.get(ENDED))[ENDED] as RecordingMark | undefined;
    if (mark?.key !== key) return null;
    await chrome.storage.session.remove(ENDED);
    return mark;
  });

/** Lets go of the mark of a recording, as far as it is not the last one's; false when the mark of another one stands there. */
export const endMark = (key: string): Promise<boolean> =>
  inTurn(async () => {
    const mark = await readMark();
    if (mark && mark.key !== key) return false;
    if (mark) await chrome.storage.session.set({ [ENDED]: mark });
    await chrome.storage.session.remove(KEY);
    return true;
  });

/** Calls back whenever a recording begins or ends; answers with how to stop that. */
export function watchMark(onChange: () => void): () => void {
  const follow = (changes: Record<string, chrome.storage.StorageChange>): void => {
    const change = changes[KEY];
    if (change && (change.oldValue === undefined) !== (change.newValue === undefined)) onChange();
  };
  chrome.storage.session.onChanged.addListener(follow);
  return () => chrome.storage.session.onChanged.removeListener(follow);
}
