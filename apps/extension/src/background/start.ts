import { openEditor, runQueue, startCaptures } from "../captures/index.ts";
import { type CaptureKind, DELAYS } from "../shared/capture-order.ts";
import { serve, type TabTarget } from "../shared/messages.ts";
import { copyOffscreen } from "./clipboard.ts";
import { captureMore, finishChosen, handleOrder } from "./deliver.ts";
import { startMenus } from "./menus.ts";
import { dropChoosing, forgetDeadRun, stopCapture, takeChosen } from "./run-capture.ts";
import { syncSession, watchSession } from "./session-watch.ts";
import { toastCopied } from "./toast.ts";

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

/** Wires the worker. Every listener is set at once on each wake; what has to outlive a worker is in storage. */
export function startBackground(): void {
  serve("background", {
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
  });
  chrome.commands.onCommand.addListener((command, tab) => {
    const kind = COMMANDS[command];
    if (kind && tab?.id !== undefined) capture(kind, { tabId: tab.id, windowId: tab.windowId });
  });
  startMenus(capture);
  // Only the own server's pages may ask (externally_connectable): the install guide wants to know that it worked.
  chrome.runtime.onMessageExternal.addListener((_message, _sender, respond) => {
    respond({ installed: true, version: chrome.runtime.getManifest().version });
  });
  startCaptures();
  watchSession();
  void syncSession();
  void forgetDeadRun();
}
