import { openEditor } from "../../capture/background/take-capture.ts";
import { runQueue } from "../../capture/data/upload-queue.ts";
import { startCaptures } from "../../capture/background/start-captures.ts";
import { type CaptureKind, DELAYS } from "../../capture/core/capture-order.ts";
import { equipRecordingPage } from "../../record/background/inject-recording-page.ts";
import { serve } from "../../shared/core/message-port.ts";
import { MESSAGES } from "../messages.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { loseTarget } from "../../shared/data/save-targets.ts";
import { copyOffscreen } from "../../shared/background/clipboard.ts";
import { captureMore, finishChosen, handleOrder } from "../../capture/background/deliver.ts";
import { startMenus } from "./menus.ts";
import { pauseRecording, recordAsShown, recordLikeLast, toggleRecording } from "../../record/background/record-commands.ts";
import { keptRecordings, resumeRecordings, settleKept, startKeptRecordings } from "../../record/background/stored-recordings.ts";
import { headersOf } from "../../record/background/recording-owner.ts";
import { lastRecordingLink, tellRecovered } from "../../record/background/recording-toasts.ts";
import { barGone, checkRecording, followRecording } from "../../record/background/follow-recording.ts";
import { dropChoosing, forgetDeadRun, stopCapture, takeChosen } from "../../capture/background/run-capture.ts";
import { syncSession, watchSession } from "../../shared/background/session-watch.ts";
import { toastCopied } from "../../capture/background/capture-toasts.ts";

/** Which shortcut takes what. The names stand in the manifest. */
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

/** What pages of ours, the offscreen page and the scripts in pages say about recordings. */
const RECORDINGS = {
  "record.start": recordAsShown,
  "record.follow": () => {
    followRecording();
    return Promise.resolve(null);
  },
  "record.bar-gone": async ({ tabId }: { tabId: number }) => {
    await barGone(tabId);
    return null;
  },
  "record.headers": ({ userId }: { userId: string }) => headersOf(userId),
  "record.kept": keptRecordings,
  "record.keep": settleKept,
  "record.home": async (place: { workspaceId: string; folderId: string | null }) => {
    await loseTarget(place);
    return null;
  },
  "page.recover": async ({ id }: { id: string }, { tab }: chrome.runtime.MessageSender) => {
    const { shareUrl } = await settleKept({ id, do: "recover" }).catch(() => ({ shareUrl: null }));
    if (tab?.id !== undefined) await tellRecovered(tab.id, shareUrl);
    return null;
  },
  "page.copy-link": async () => {
    const link = await lastRecordingLink();
    if (link) await copyOffscreen(link);
    return null;
  },
  "page.equip-recording": async (_request: unknown, { tab }: chrome.runtime.MessageSender) => {
    if (tab?.id !== undefined) await equipRecordingPage(tab.id);
    return null;
  },
  "page.popup": async () => {
    await chrome.action.openPopup?.().catch(() => undefined);
    return null;
  },
};

/** Wires the worker. Every listener is set at once on each wake; what has to outlive a worker is in storage. */
export function startBackground(): void {
  serve(MESSAGES, "background", {
    "capture.start": handleOrder,
    "capture.stop": async () => {
      await stopCapture();
      return null;
    },
    "capture.more": captureMore,
    "capture.retry": async () => {
      await runQueue();
      return null;
    },
    "capture.copied": async (notice) => {
      await toastCopied(notice);
      return null;
    },
    "clipboard.copy": async ({ text }) => {
      await copyOffscreen(text);
      return null;
    },
    "page.chosen": async (chosen, { tab }) => {
      const taken = await takeChosen(chosen, tab?.id);
      if (taken) await finishChosen(taken);
      return null;
    },
    "page.cancelled": async ({ session }, { tab }) => {
      await dropChoosing(session, tab?.id);
      return null;
    },
    "page.stop": async () => {
      await stopCapture();
      return null;
    },
    "page.annotate": async ({ captureId }) => {
      await openEditor(captureId);
      return null;
    },
    "page.more": async () => {
      await captureMore();
      return null;
    },
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
  // Only the own server's pages may ask (externally_connectable): the install guide wants to know that it worked.
  chrome.runtime.onMessageExternal.addListener((_message, _sender, respond) => {
    respond({ installed: true, version: chrome.runtime.getManifest().version });
  });
  startCaptures();
  watchSession();
  void syncSession();
  void forgetDeadRun();
  startKeptRecordings(checkRecording);
  void checkRecording().then(resumeRecordings);
}
