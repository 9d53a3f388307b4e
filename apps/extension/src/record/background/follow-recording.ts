import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { layRecordingPage } from "./inject-recording-page.ts";
import { recordingPageView } from "./recording-page-view.ts";
import { badgeClock } from "../core/clock.ts";
import { changeMark, endMark, type RecordingMark, readMark, takeEndedMark } from "../data/recording-mark.ts";
import { startI18n, t } from "../../shared/data/i18n.ts";
import { send } from "../core/messages.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { type RecorderUpdate, WORKER_PORT } from "../core/recorder-port.ts";
import { loseTarget } from "../../shared/data/save-targets.ts";
import { badgeRecording, badgeRest } from "../../shared/background/badge.ts";
import { offscreenPageExists, withOffscreenPage } from "../../shared/background/offscreen-page.ts";
import { showRecordingIcon, showRestingIcon } from "./recording-icon.ts";
import { localRecordings, resumeRecordings } from "./local-recordings.ts";
import { toastCutOff, toastEnd, toastLink, reportRecordFailure } from "./recording-toasts.ts";
import { syncSession } from "../../shared/background/session-watch.ts";

/** How often the bar is tried to be put into a page that is just changing, and how long to wait between, in milliseconds. */
const LAY_TRIES = 12;
const LAY_PAUSE_MS = 250;

/** The connection to the recorder. It is gone with this worker; the offscreen page then wakes the next one. */
let port: chrome.runtime.Port | null = null;
let latest: RecorderUpdate | null = null;
let isWorking = false;
/** What icon and badge show, as far as this worker has painted them. */
let painted = { icon: "", badge: "" };

async function paint(icon: "recording" | "paused" | "", badge: string): Promise<void> {
  if (painted.badge !== badge) await badgeRecording(badge);
  if (icon !== "" && painted.icon !== icon) await showRecordingIcon(icon === "paused");
  painted = { icon: icon || painted.icon, badge };
}

/** Puts the bar into a tab, once, with the right to steer the recorder from there. False when the page takes none. */
async function layBar(mark: RecordingMark, tabId: number): Promise<boolean> {
  const words = await startI18n((await readPreferences()).language);
  const isRecordedTab = tabId === mark.tabId && (mark.setup.source === "tab" || mark.setup.source === "area");
  const view = recordingPageView({ recording: mark.key, setup: mark.setup, isRecordedTab, area: mark.area, ...words }, (key, values) =>
    t(`recorder:${key}`, values),
  );
  await send("recorder.admit", { tabId });
  return layRecordingPage(tabId, view);
}

async function ensureBar(tabId: number): Promise<void> {
  const mark = await readMark();
  if (!mark || mark.bars.includes(tabId)) return;
  if (!(await changeMark(mark.key, ({ bars }) => ({ bars: [...bars, tabId] })))) return;
  // A page that is just changing takes it a moment later.
  if (!(await layBar(mark, tabId))) void barGone(tabId).catch(() => undefined);
}

const activated = ({ tabId }: { tabId: number }): void => void ensureBar(tabId).catch(() => undefined);

/** The page with the bar went away: the next page of that tab gets it, where the browser still lets us. */
export async function barGone(tabId: number): Promise<void> {
  for (let attempt = 0; attempt < LAY_TRIES; attempt += 1) {
    const mark = await readMark();
    if (!mark || !(await chrome.tabs.get(tabId).catch(() => null))) return;
    if (await layBar(mark, tabId)) return;
    await new Promise((resolve) => setTimeout(resolve, LAY_PAUSE_MS));
  }
}

/** Recordings that are being begun: they have a mark, and the recorder does not know them yet. */
let beginning = 0;

/** Begins a recording, of whose mark nobody is to think that its recorder has died. */
export async function whileBeginning<T>(begin: () => Promise<T>): Promise<T> {
  beginning += 1;
  try {
    return await begin();
  } finally {
    beginning -= 1;
  }
}

/** Takes away what showed that something is recorded, unless the next recording is there already. */
async function rest({ key }: RecordingMark): Promise<void> {
  if (!(await endMark(key))) return;
  chrome.tabs.onActivated.removeListener(activated);
  painted = { icon: "", badge: "" };
  await Promise.all([showRestingIcon(), badgeRest(), syncSession()]);
}

/** Tells of each link once: another one has taken its place where the recording's own was closed before the last byte. */
async function toastLinkOnce(mark: RecordingMark, state: RecorderState, isCopied: boolean | null): Promise<void> {
  if ((state.phase !== "finishing" && state.phase !== "done") || !state.shareUrl || mark.reportedLink === state.shareUrl) return;
  await changeMark(mark.key, () => ({ reportedLink: state.shareUrl }));
  await toastLink(mark, state, isCopied !== false);
}

/** The mark of a recording whose place is closed meanwhile: that is not chosen any more, and remembered until it is told of. */
async function withoutLocation(mark: RecordingMark, state: RecorderState): Promise<RecordingMark> {
  const { location } = mark;
  if (!location || !("progress" in state) || !state.progress.home) return mark;
  const found = { location: null, lost: location.name };
  await changeMark(mark.key, () => found);
  await loseTarget(location);
  return { ...mark, ...found };
}

/** Something is heard of a recording that was over here already: on its last way it went home. */
async function showLate({ key, state, isCopied }: RecorderUpdate): Promise<void> {
  if (key === null || state.phase !== "done" || !state.progress.home) return;
  const ended = await takeEndedMark(key);
  if (ended) await toastLinkOnce(await withoutLocation(ended, state), state, isCopied);
}

/** Makes everything show what the recorder says. It may say the same again, to another worker. */
async function show(update: RecorderUpdate): Promise<void> {
  const { key, state, isCopied } = update;
  const found = await readMark();
  // What is heard of the recording before this one may come late.
  if (!found || found.key !== key) return showLate(update);
  const mark = await withoutLocation(found, state);
  if (state.phase === "idle") return rest(mark);
  if (state.phase === "failed") {
    await rest(mark);
    return reportRecordFailure(mark.tabId, state.failure);
  }
  if (state.phase === "preparing") {
    await paint("", "…");
    // It shows nothing yet, and everything at once when it begins.
    return ensureBar(mark.tabId);
  }
  await toastLinkOnce(mark, state, isCopied);
  if (state.phase === "done") {
    await rest(mark);
    await toastEnd(mark, state);
    return resumeRecordings();
  }
  chrome.tabs.onActivated.addListener(activated);
  if (state.phase === "countdown") await paint("recording", String(state.secondsLeft));
  else await paint(state.phase === "paused" ? "paused" : "recording", state.phase === "finishing" ? "↑" : badgeClock(state.elapsedMs));
  if (state.phase !== "finishing") await ensureBar(mark.tabId);
}

/** Shows the newest news, and what came in while it did. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  try {
    while (latest) {
      const next = latest;
      latest = null;
      await show(next).catch(() => undefined);
    }
  } finally {
    isWorking = false;
  }
}

/** Watches the recorder, from now until its page goes. */
export function followRecording(): void {
  if (port) return;
  const own = chrome.runtime.connect({ name: WORKER_PORT });
  port = own;
  own.onMessage.addListener((message: RecorderUpdate) => {
    latest = message;
    void work();
  });
  own.onDisconnect.addListener(() => {
    // Read, so that the browser does not complain that nobody did.
    void chrome.runtime.lastError;
    if (port === own) port = null;
    void checkRecording();
  });
}

/** Sends a command to the recorder, if one records. */
export async function steerRecording(command: (state: RecorderState) => RecorderCommand | null): Promise<void> {
  if (!(await offscreenPageExists())) return;
  await withOffscreenPage(async () => {
    const chosen = command(await send("recorder.state", {}));
    followRecording();
    if (chosen) port?.postMessage(chosen);
    // The page answers in order: once this is answered, the command has arrived.
    await send("recorder.state", {});
  });
}

/** Does the page with its recorder stand? Another one may have been opened since, for something else. */
async function isRecorderOf({ key }: RecordingMark): Promise<boolean> {
  if (!(await offscreenPageExists())) return false;
  return (await send("recorder.key", {}).catch(() => null)) === key;
}

/**
 * Looks whether the recording that this extension believes in goes on. Its page may have been ended by the browser: then what
 * was recorded lies on the disk, and the person is told so.
 */
export async function checkRecording(): Promise<void> {
  if (beginning > 0) return;
  const mark = await readMark();
  if (!mark) return;
  if (await isRecorderOf(mark)) return followRecording();
  await rest(mark);
  const cutOff = (await localRecordings()).find(({ state }) => state === "recording");
  if (cutOff) await toastCutOff(mark.tabId, cutOff);
  // Last: it takes as long as what there is takes to the server.
  await resumeRecordings();
}
