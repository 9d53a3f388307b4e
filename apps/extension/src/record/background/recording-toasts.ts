import type { LocalRecording, RecorderState } from "@stillreel/recorder/types";
import { clockText } from "../core/clock.ts";
import { failureText } from "../data/record-failure-text.ts";
import type { RecordingMark } from "../data/recording-mark.ts";
import { storeRecordNotice } from "../data/record-notice.ts";
import type { RecordFailure } from "../core/record-request.ts";
import { opensAfterwards } from "../data/stored-setup.ts";
import type { RECORD_MESSAGES } from "../core/messages.ts";
import type { PageMessage } from "../../shared/core/message-port.ts";
import { startI18n, t } from "../../shared/data/i18n.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { itemPath, onServer } from "../../shared/core/server.ts";
import { badgeTrouble } from "../../shared/background/badge.ts";
import { lostText } from "../../shared/data/lost-target-text.ts";
import { settleLost } from "../../shared/data/save-targets.ts";
import { type ToastWords, toastWords } from "../../shared/background/toast.ts";

/** A message that a button of a toast sends. */
const message = <M extends PageMessage<typeof RECORD_MESSAGES>>(sent: M): M => sent;

type Ended = Extract<RecorderState, { phase: "finishing" | "done" }>;

/** Storage key of the last link, for "Copy again". Pages never pass addresses. */
const LAST_LINK = "lastRecordingLink";

/** Returns the link that was copied last, or null. */
export async function lastRecordingLink(): Promise<string | null> {
  return ((await chrome.storage.session.get(LAST_LINK))[LAST_LINK] as string | undefined) ?? null;
}

/** Returns the active tab. The user may stop a recording in another tab than the one where it started. */
async function frontTab(otherwise: number): Promise<number> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  return tab?.id ?? otherwise;
}

/** Shows a toast in the active tab, otherwise in the tab of the recording. Returns false when neither accepts a script. */
async function toastInFront(tabId: number, words: () => ToastWords): Promise<boolean> {
  await startI18n((await readPreferences()).language);
  const front = await frontTab(tabId);
  return (await toastWords(front, words)) || (front !== tabId && (await toastWords(tabId, words)));
}

/**
 * Reports that the link is on the clipboard, and opens the recording's page if the preference says so. A changed save
 * target is reported here, otherwise in the popup.
 */
export async function toastLink({ tabId, location, lost }: RecordingMark, { shareUrl, itemId }: Ended, isCopied: boolean): Promise<void> {
  if (!shareUrl) return;
  await chrome.storage.session.set({ [LAST_LINK]: shareUrl });
  if (itemId && (await opensAfterwards())) {
    await chrome.tabs.create({ url: onServer(itemPath({ type: "video", id: itemId, workspaceId: location?.workspaceId ?? null })) });
    return;
  }
  const isShown = await toastInFront(tabId, () => ({
    tone: isCopied ? "done" : "error",
    shape: "reel",
    title: t(isCopied ? "done.linkCopied" : "recorder:popup.notCopied"),
    text: shareUrl.replace(/^https?:\/\//u, ""),
    ...(lost !== null && { note: lostText(lost, "videos") }),
    actions: [
      { label: t("recorder:bar.done.open"), url: shareUrl },
      {
        label: t(isCopied ? "recorder:bar.done.copyAgain" : "recorder:popup.copyLink"),
        message: message({ name: "page.copy-link", request: {} }),
      },
    ],
  }));
  if (isShown && lost !== null) await settleLost();
}

const REASONS = {
  "storage-full": "storageFull",
  "time-limit": "timeLimit",
  "device-lost": "deviceLost",
} as const;

/** Reports the result of a recording that has no link yet or that ended unexpectedly. */
export async function toastEnd(
  { tabId }: RecordingMark,
  { reason, shareUrl, durationMs }: Extract<Ended, { phase: "done" }>,
): Promise<void> {
  const why = REASONS[reason as keyof typeof REASONS];
  if (why) {
    await toastInFront(tabId, () => ({ tone: "error", title: t(`recorder:popup.ended.${why}`, { length: clockText(durationMs) }) }));
    return;
  }
  if (shareUrl) return;
  await toastInFront(tabId, () => ({ tone: "done", title: t("recorder:popup.ended.here", { length: clockText(durationMs) }) }));
}

/** Reports an interrupted recording and offers to recover it. */
export async function toastCutOff(tabId: number, { id, durationMs }: LocalRecording): Promise<void> {
  await badgeTrouble();
  await toastInFront(tabId, () => ({
    tone: "error",
    title: t("recorder:popup.kept.cutOff", { length: clockText(durationMs) }),
    actions: [{ label: t("recorder:popup.kept.recover"), message: message({ name: "page.recover", request: { id } }) }],
  }));
}

/** Reports the result of "Recover" in a page. */
export async function toastRecovered(tabId: number, shareUrl: string | null): Promise<void> {
  if (shareUrl) await chrome.storage.session.set({ [LAST_LINK]: shareUrl });
  await toastInFront(tabId, () =>
    shareUrl
      ? {
          tone: "done",
          title: t("done.linkCopied"),
          text: shareUrl.replace(/^https?:\/\//u, ""),
          actions: [{ label: t("recorder:bar.done.open"), url: shareUrl }],
        }
      : { tone: "error", title: t("recorder:popup.kept.failed") },
  );
}

/** Reports why a recording failed: in the page, or in the popup when the page accepts no script. */
export async function reportRecordFailure(tabId: number, failure: RecordFailure): Promise<void> {
  await startI18n((await readPreferences()).language);
  const sentence = failureText(failure);
  if (sentence === null) return;
  if (await toastInFront(tabId, () => ({ tone: "error", title: sentence }))) return;
  await storeRecordNotice(failure);
  await badgeTrouble();
  await chrome.action.openPopup?.().catch(() => undefined);
}
