import { openEditor } from "../../capture/background/take-capture.ts";
import { sendWaiting } from "../../capture/background/queue-runner.ts";
import { startCaptures } from "../../capture/background/start-captures.ts";
import { type CaptureKind, DELAYS } from "../../capture/core/capture-order.ts";
import { equipRecordingPage } from "../../record/background/inject-recording-page.ts";
import { type Handlers, serve } from "../../shared/core/message-port.ts";
import { MESSAGES } from "../messages.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { loseTarget } from "../../shared/data/save-targets.ts";
import { copyOffscreen } from "../../shared/background/clipboard.ts";
import { captureInstead, captureMore, finishChosen, handleOrder } from "../../capture/background/deliver.ts";
import { startMenus } from "./menus.ts";
import { pauseRecording, recordAsShown, recordLikeLast, toggleRecording } from "../../record/background/record-commands.ts";
import { localRecordings, resumeRecordings, handleLocalRecording, startLocalRecordings } from "../../record/background/local-recordings.ts";
import { headersOf } from "../../record/background/recording-owner.ts";
import { lastRecordingLink, toastRecovered } from "../../record/background/recording-toasts.ts";
import { barGone, checkRecording, followRecording } from "../../record/background/follow-recording.ts";
import { dropChoosing, forgetDeadRun, stopCapture, takeChosen } from "../../capture/background/run-capture.ts";
import { syncSession, watchSession } from "../../shared/background/session-watch.ts";
import { repeatSave } from "../../capture/background/save-toasts.ts";
import { toastCopied } from "../../capture/background/capture-toasts.ts";

type WorkerHandlers = Handlers<typeof MESSAGES, "background">;

/** Capture kind of each shortcut. The names are defined in the manifest. */
const COMMANDS: Readonly<Record<string, CaptureKind>> = {
  "capture-visible": "visible",
  "capture-area": "area",
  "capture-full-page": "full-page",
  "capture-delay": "delay",
};

function capture(kind: CaptureKind, target: TabTarget): void {
  void handleOrder({ ...target, kind, seconds: DELAYS[0], isWhole: false });
}

const RECORD_COMMANDS: Readonly<Record<string, (target: TabTarget) => Promise<void>>> = {
  "record-toggle": toggleRecording,
  "record-pause": pauseRecording,
};

/** Handlers of the messages about captures, and of the clipboard. */
const CAPTURES = {
  "capture.start": handleOrder,
  "capture.stop": stopCapture,
  "capture.more": captureMore,
  "capture.instead": ({ kind }) => captureInstead(kind),
  "capture.retry": sendWaiting,
  "capture.copied": (notice) => toastCopied(notice),
  "clipboard.copy": ({ text }) => copyOffscreen(text),
  "page.chosen": async (chosen, { tab }) => {
    const taken = await takeChosen(chosen, tab?.id);
    if (taken) await finishChosen(taken);
  },
  "page.cancelled": ({ session }, { tab }) => dropChoosing(session, tab?.id),
  "page.stop": stopCapture,
  "page.annotate": ({ captureId }) => openEditor(captureId),
  "page.retry-save": async (request, { tab }) => {
    if (tab?.id !== undefined) await repeatSave(tab.id, request);
  },
  "page.visible": async () => {
    await captureInstead("visible");
  },
  "page.more": async () => {
    await captureMore();
  },
} satisfies Partial<WorkerHandlers>;

/** Handlers of the messages about recordings. */
const RECORDINGS = {
  "record.start": recordAsShown,
  "record.follow": followRecording,
  "record.bar-gone": ({ tabId }) => barGone(tabId),
  "record.headers": ({ userId }) => headersOf(userId),
  "record.stored": localRecordings,
  "record.settle": handleLocalRecording,
  "record.redirected": async (location) => {
    await loseTarget(location);
  },
  "page.recover": async ({ id }, { tab }) => {
    const { shareUrl } = await handleLocalRecording({ id, do: "recover" }).catch(() => ({ shareUrl: null }));
    if (tab?.id !== undefined) await toastRecovered(tab.id, shareUrl);
  },
  "page.copy-link": async () => {
    const link = await lastRecordingLink();
    if (link) await copyOffscreen(link);
  },
  "page.equip-recording": async (_request, { tab }) => {
    if (tab?.id !== undefined) await equipRecordingPage(tab.id);
  },
  "page.popup": async () => {
    await chrome.action.openPopup?.().catch(() => undefined);
  },
} satisfies Partial<WorkerHandlers>;

/** Registers every listener of the worker synchronously on each wake. State that outlives a worker is in storage. */
export function startBackground(): void {
  serve(MESSAGES, "background", {
    ...CAPTURES,
    ...RECORDINGS,
  });
  chrome.commands.onCommand.addListener((command, tab) => {
    if (tab?.id === undefined) return;
    const target = { tabId: tab.id, windowId: tab.windowId };
    const kind = COMMANDS[command];
    if (kind) capture(kind, target);
    else void RECORD_COMMANDS[command]?.(target);
  });
  startMenus(capture, (target) => void recordLikeLast(target, { source: "tab" }));
  // Only pages of the configured server may send this (externally_connectable): the install guide checks the installation.
  chrome.runtime.onMessageExternal.addListener((_message, _sender, respond) => {
    respond({ installed: true, version: chrome.runtime.getManifest().version });
  });
  startCaptures();
  watchSession();
  void syncSession();
  void forgetDeadRun();
  startLocalRecordings(checkRecording);
  void checkRecording().then(resumeRecordings);
}
