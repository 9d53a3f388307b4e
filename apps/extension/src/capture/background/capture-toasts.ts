import { badgeTrouble } from "../../shared/background/badge.ts";
import { toastDone, type ToastWords, toastWords } from "../../shared/background/toast.ts";
import { onServer } from "../../shared/core/server.ts";
import { t } from "../../shared/data/i18n.ts";
import { lostText } from "../../shared/data/lost-target-text.ts";
import type { CAPTURE_MESSAGES, CopiedNotice } from "../core/messages.ts";
import type { PageMessage } from "../../shared/core/message-port.ts";
import { settleLost } from "../../shared/data/save-targets.ts";
import { type CaptureFailure, failureKey } from "../core/capture-failure.ts";
import { type Stopped, writeCaptureState } from "../data/capture-state.ts";

/** A message that a button of a toast sends. */
export const message = <M extends PageMessage<typeof CAPTURE_MESSAGES>>(sent: M): M => sent;

/** The button that opens the editor of a capture. */
export const annotate = (captureId: string) => ({
  label: t("overlay.annotate"),
  message: message({ name: "page.annotate", request: { captureId } }),
});

/** The capture that a toast is about. */
interface Reported {
  tabId: number;
  captureId: string;
  /** Base64 JPEG. */
  thumbnail: string;
  isIncomplete: boolean;
}

/** The note and the actions of a toast about a picture. One that may be incomplete offers the visible area instead. */
function aboutPicture({ captureId, isIncomplete }: Pick<Reported, "captureId" | "isIncomplete">): Pick<ToastWords, "note" | "actions"> {
  if (!isIncomplete) return { actions: [annotate(captureId)] };
  const visible = { label: t("incomplete.visible"), message: message({ name: "page.visible", request: {} }) };
  return { note: t("incomplete.text"), actions: [annotate(captureId), visible] };
}

/** Reports that the link is on the clipboard, and the actual save target when the requested one (`lost`) is not available. */
export async function toastCopied(copied: CopiedNotice, lost: string | null = null): Promise<void> {
  const { tabId, shareUrl, thumbnail } = copied;
  const isShown = await toastDone(tabId, () => {
    const { note, actions = [] } = aboutPicture(copied);
    const notes = [...(note === undefined ? [] : [note]), ...(lost === null ? [] : [lostText(lost, "images")])];
    return {
      tone: "done",
      title: t("done.linkCopied"),
      text: shareUrl.replace(/^https?:\/\//u, ""),
      ...(notes.length > 0 && { note: notes.join(" ") }),
      actions: [...actions, { label: t("done.open"), url: shareUrl }],
      thumbnail,
    };
  });
  // The message was shown: the popup does not repeat it.
  if (isShown && lost !== null) await settleLost();
}

/** Reports that the picture is on the clipboard. */
export async function toastPicture(reported: Reported): Promise<void> {
  const { tabId, thumbnail } = reported;
  await toastDone(tabId, () => ({ tone: "done", title: t("done.pictureCopied"), thumbnail, ...aboutPicture(reported) }));
}

/** Reports that the file is in the downloads. */
export async function toastFile(reported: Reported, fileName: string): Promise<void> {
  const { tabId, thumbnail } = reported;
  await toastDone(tabId, () => ({ tone: "done", title: t("done.downloaded"), text: fileName, thumbnail, ...aboutPicture(reported) }));
}

/** Reports where a full page stopped and offers to capture the rest. */
export async function toastStopped({ tabId, limitPx, canMore }: Stopped): Promise<void> {
  await toastDone(tabId, () => ({
    tone: "done",
    title: t("stopped.text", { limit: limitPx }),
    actions: canMore ? [{ label: t("stopped.more"), message: message({ name: "page.more", request: {} }) }] : [],
  }));
}

/** Reports why there is no picture or no link: in the page, or in the popup when the page accepts no script. */
export async function reportFailure(tabId: number, reason: CaptureFailure, isStored: boolean): Promise<void> {
  if (reason === "cancelled") return;
  // A toast would be part of the picture that is being captured.
  const isShown = reason !== "busy" && (await toastWords(tabId, () => failure(reason, isStored)));
  if (isShown) return;
  await writeCaptureState({ notice: { reason, isStored } });
  await badgeTrouble();
  // Older browsers cannot open the popup from code; the badge stays until the user opens it.
  await chrome.action.openPopup?.().catch(() => undefined);
}

function failure(reason: CaptureFailure, isStored: boolean): ToastWords {
  const actions =
    reason === "signed-out" || reason === "signed-out-save" ? [{ label: t("signedOut.signIn"), url: onServer("/auth/login") }] : [];
  return { tone: "error", title: t(failureKey({ reason, isStored })), actions };
}
