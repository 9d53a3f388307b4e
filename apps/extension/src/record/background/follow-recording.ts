import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { layRecordingPage } from "./inject-recording-page.ts";
import { recordingPageView } from "./recording-page-view.ts";
import { badgeClock } from "../core/clock.ts";
import { warningsOf } from "../core/recording-warnings.ts";
import { changeMark, endMark, type RecordingMark, readMark, takeEndedMark } from "../data/recording-mark.ts";
import { startI18n, t } from "../../shared/data/i18n.ts";
import { send } from "../core/messages.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { type RecorderUpdate, recorderUpdate, WORKER_PORT } from "../core/recorder-port.ts";
import { loseTarget } from "../../shared/data/save-targets.ts";
import { badgeRecording, badgeRest } from "../../shared/background/badge.ts";
import { offscreenPageExists, withOffscreenPage } from "../../shared/background/offscreen-page.ts";
import { showRecordingIcon, showRestingIcon } from "./recording-icon.ts";
import { localRecordings, resumeRecordings } from "./local-recordings.ts";
import { toastCutOff, toastEnd, toastLink, reportRecordFailure } from "./recording-toasts.ts";
import { syncSession } from "../../shared/background/session-watch.ts";

/** Number of attempts to inject the bar into a page that is navigating, and the wait between them in milliseconds. */
const LAY_TRIES = 12;
const LAY_PAUSE_MS = 250;

/** Connection to the recorder. It ends with this worker; the offscreen page then wakes the next worker. */
let port: chrome.runtime.Port | null = null;
let latest: RecorderUpdate | null = null;
let isWorking = false;
/** Icon and badge as painted by this worker. */
let painted = { icon: "", badge: "" };

async function paint(icon: "recording" | "paused" | "", badge: string): Promise<void> {
  if (painted.badge !== badge) await badgeRecording(badge);
  if (icon !== "" && painted.icon !== icon) await showRecordingIcon(icon === "paused");
  painted = { icon: icon || painted.icon, badge };
}

/** Injects the bar into a tab once and allows it to control the recorder. Returns false when the page accepts no script. */
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
  // A page that is navigating accepts the script after a short wait.
  if (!(await layBar(mark, tabId))) void barGone(tabId).catch(() => undefined);
}

const activated = ({ tabId }: { tabId: number }): void => void ensureBar(tabId).catch(() => undefined);

/** Handles the unload of the page with the bar: the next page of that tab gets the bar if the browser still allows it. */
export async function barGone(tabId: number): Promise<void> {
  for (let attempt = 0; attempt < LAY_TRIES; attempt += 1) {
    const mark = await readMark();
    if (!mark || !(await chrome.tabs.get(tabId).catch(() => null))) return;
    if (await layBar(mark, tabId)) return;
    await new Promise((resolve) => setTimeout(resolve, LAY_PAUSE_MS));
  }
}

/** Number of recordings that are starting: they have a mark, but the recorder does not know them yet. */
let beginning = 0;

/** Runs the start of a recording while its mark must not be treated as interrupted. */
export async function whileBeginning<T>(begin: () => Promise<T>): Promise<T> {
  beginning += 1;
  try {
    return await begin();
  } finally {
    beginning -= 1;
  }
}

/** Clears icon and badge of a recording unless the next recording has already started. */
async function rest({ key }: RecordingMark): Promise<void> {
  if (!(await endMark(key))) return;
  chrome.tabs.onActivated.removeListener(activated);
  painted = { icon: "", badge: "" };
  await Promise.all([showRestingIcon(), badgeRest(), syncSession()]);
}

/** Reports each link once. The link changes when the save target was closed before the last byte arrived. */
async function toastLinkOnce(mark: RecordingMark, state: RecorderState, isCopied: boolean | null): Promise<void> {
  if ((state.phase !== "finishing" && state.phase !== "done") || !state.shareUrl || mark.reportedLink === state.shareUrl) return;
  await changeMark(mark.key, () => ({ reportedLink: state.shareUrl }));
  await toastLink(mark, state, isCopied !== false);
}

/** Removes a closed save target from the mark and the settings, and stores it until it is reported. */
async function withoutLocation(mark: RecordingMark, state: RecorderState): Promise<RecordingMark> {
  const { location } = mark;
  if (!location || !("progress" in state) || !state.progress.home) return mark;
  const found = { location: null, lost: location.name };
  await changeMark(mark.key, () => found);
  await loseTarget(location);
  return { ...mark, ...found };
}

/** Handles a late state of a finished recording: its final upload went to the personal library. */
async function showLate({ key, state, isCopied }: RecorderUpdate): Promise<void> {
  if (key === null || state.phase !== "done" || !state.progress.home) return;
  const ended = await takeEndedMark(key);
  if (ended) await toastLinkOnce(await withoutLocation(ended, state), state, isCopied);
}

/** Updates everything that shows the recorder's state. The same state may arrive again in another worker. */
async function show(update: RecorderUpdate): Promise<void> {
  const { key, state, isCopied } = update;
  const found = await readMark();
  // States of the previous recording may arrive late.
  if (!found || found.key !== key) return showLate(update);
  const mark = await withoutLocation(found, state);
  if (state.phase === "idle") return rest(mark);
  if (state.phase === "failed") {
    await rest(mark);
    return reportRecordFailure(mark.tabId, state.failure);
  }
  if (state.phase === "preparing") {
    await paint("", "…");
    // Nothing is visible yet; everything is shown together when the recording starts.
    return ensureBar(mark.tabId);
  }
  await toastLinkOnce(mark, state, isCopied);
  if (state.phase === "done") {
    await rest(mark);
    await toastEnd(mark, state);
    return resumeRecordings();
  }
  chrome.tabs.onActivated.addListener(activated);
  // In the recorded tab no warning may appear, because it would be in the video. The popup explains the mark.
  const isWarning = warningsOf(state).length > 0;
  if (state.phase === "countdown") await paint("recording", String(state.secondsLeft));
  else
    await paint(
      state.phase === "paused" ? "paused" : "recording",
      state.phase === "finishing" ? "↑" : isWarning ? "!" : badgeClock(state.elapsedMs),
    );
  if (state.phase !== "finishing") await ensureBar(mark.tabId);
}

/** Shows the newest state, then states that arrived meanwhile. */
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

/** Follows the recorder's state until its page closes. */
export function followRecording(): void {
  if (port) return;
  const own = chrome.runtime.connect({ name: WORKER_PORT });
  port = own;
  own.onMessage.addListener((message: unknown) => {
    latest = recorderUpdate(message);
    void work();
  });
  own.onDisconnect.addListener(() => {
    // Reading the error prevents a warning of the browser.
    void chrome.runtime.lastError;
    if (port === own) port = null;
    void checkRecording();
  });
}

/** Sends a command to the recorder if a recording is active. */
export async function steerRecording(command: (state: RecorderState) => RecorderCommand | null): Promise<void> {
  if (!(await offscreenPageExists())) return;
  await withOffscreenPage(async () => {
    const chosen = command(await send("recorder.state", {}));
    followRecording();
    if (chosen) port?.postMessage(chosen);
    // The page answers in order: this answer proves that the command has arrived.
    await send("recorder.state", {});
  });
}

/** Returns whether the page with this recorder exists. Another page may have opened for a different purpose. */
async function isRecorderOf({ key }: RecordingMark): Promise<boolean> {
  if (!(await offscreenPageExists())) return false;
  return (await send("recorder.key", {}).catch(() => null)) === key;
}

/**
 * Checks whether the stored recording is still active. The browser may have closed its page: the recorded data is then on
 * disk, and the user is notified.
 */
export async function checkRecording(): Promise<void> {
  if (beginning > 0) return;
  const mark = await readMark();
  if (!mark) return;
  if (await isRecorderOf(mark)) return followRecording();
  await rest(mark);
  const cutOff = (await localRecordings()).find(({ state }) => state === "recording");
  if (cutOff) await toastCutOff(mark.tabId, cutOff);
  // This runs last because it lasts until the end of the upload.
  await resumeRecordings();
}
