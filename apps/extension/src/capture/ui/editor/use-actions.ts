import { type Editor, flatten, makePdf } from "@stillreel/editor/core";
import { useCallback, useState } from "react";
import { DiskFullError } from "../../data/capture-store.ts";
import type { CaptureFailure } from "../../core/capture-failure.ts";
import { send } from "../../core/messages.ts";
import type { SentItem } from "../../core/stored-capture.ts";
import { withEnding } from "../../../shared/data/file-name.ts";
import { startDownload } from "../../../shared/data/downloads.ts";
import { ENDINGS, type FileFormat } from "../../core/file-format.ts";
import { t } from "../../../shared/data/i18n.ts";
import { itemPath, onServer } from "../../../shared/core/server.ts";
import { lostText } from "../../../shared/data/lost-target-text.ts";
import { asNewItem, drawnIn, overTheirs, pictureIn, saveDrawn } from "./saved-capture.ts";
import type { EditedCapture } from "./use-capture.ts";
import type { StatusMessage } from "./use-toast.tsx";

const JPEG_QUALITY = 0.92;
/** Time until the object URL of a file is released; a save dialog may need it. */
const ADDRESS_MS = 600_000;

/** Actions that need the server. */
type Sending = "save" | "link" | "share";
/** Actions that run locally, without a server. */
type Making = "copy" | "download";

export interface EditorActions {
  /** The active server action; its button shows progress. */
  sending: Sending | null;
  /** The active local action. It does not wait for a server action, because the server may be unavailable. */
  making: Making | null;
  /** Another user has changed the item meanwhile; the user must decide. */
  isConflict: boolean;
  save(): void;
  copyLink(): void;
  /** Saves, then opens the item's page in this tab, where the sharing options are. It creates no link. */
  share(): void;
  copyPicture(): void;
  download(format: FileFormat): void;
  saveBoth(): void;
  replaceTheirs(): void;
  decideLater(): void;
}

interface Given {
  edited: EditedCapture;
  editor: Editor;
  base: Blob;
  showMessage(message: StatusMessage): void;
}

const openPage = (path: string): void => void chrome.tabs.create({ url: onServer(path) });

/** Text keys for the reasons of a refusal. */
const REFUSALS = {
  "too-large": "failure.tooLarge",
  unsupported: "editorPage.refused.unsupported",
  invalid: "editorPage.refused.invalid",
  forbidden: "editorPage.refused.forbidden",
  conflict: "editorPage.refused.conflict",
} as const;

/** Returns the text key of a capture that waits for the server. */
function waitingKey(reason: CaptureFailure): "queue.storageFull" | "queue.quotaExceeded" | "queue.waiting" {
  if (reason === "storage-full") return "queue.storageFull";
  return reason === "quota-exceeded" ? "queue.quotaExceeded" : "queue.waiting";
}

/** A sent capture and its location. */
interface Sent extends SentItem {
  /** Address of its page on the server. */
  page: string;
  /** Name of the requested save target when it is closed. */
  lost: string | null;
}

/** Returns the message for a saved capture. It includes a changed save target, so that no other place repeats it. */
function savedWords({ lost }: Sent, words: string, isWorthMore = false): string {
  if (lost === null) return words;
  void import("./server-actions.ts").then(({ settleLost }) => settleLost());
  const where = lostText(lost, "images");
  return isWorthMore ? `${words} · ${where}` : where;
}

/** Returns a function that sends a saved capture and returns its item, or shows why there is none yet. */
function useSending(
  { edited, showMessage }: Given,
  setConflict: (isConflict: boolean) => void,
): (wantsLink: boolean) => Promise<Sent | null> {
  const { adopt } = edited;
  const { id } = edited.capture;
  return useCallback(
    async (wantsLink) => {
      const { sendCapture } = await import("./server-actions.ts");
      const outcome = await sendCapture(id, { wantsLink });
      if (outcome.ok) {
        adopt(outcome.capture);
        const { item, capture } = outcome;
        const page = itemPath({ type: "image", id: item.itemId, workspaceId: capture.workspaceId ?? null });
        return { ...item, page, lost: outcome.lost };
      }
      if (outcome.kind === "later") void send("capture.retry", {}).catch(() => null);
      if (outcome.kind === "rejected" && outcome.reason === "conflict") setConflict(true);
      else if (outcome.kind === "rejected") showMessage({ text: t(REFUSALS[outcome.reason]), tone: "error" });
      else if (outcome.kind === "later" && outcome.reason === "signed-out") {
        const action = { label: t("signedOut.signIn"), onPress: () => openPage("/auth/login") };
        showMessage({ text: t("queue.signedOut"), action });
      } else if (outcome.kind === "later") showMessage({ text: t(waitingKey(outcome.reason)) });
      return null;
    },
    [id, adopt, showMessage, setConflict],
  );
}

type Run<What> = (what: What, failed: string, work: () => Promise<void>) => void;

/** Runs one action at a time and shows a message when it fails. */
function useRun<What>(showMessage: Given["showMessage"]): { busy: What | null; run: Run<What> } {
  const [busy, setBusy] = useState<What | null>(null);
  const run: Run<What> = (what, failed, work) => {
    if (busy) return;
    setBusy(() => what);
    work()
      .catch((error: unknown) => showMessage({ text: t(error instanceof DiskFullError ? "editorPage.diskFull" : failed), tone: "error" }))
      .finally(() => setBusy(null));
  };
  return { busy, run };
}

/** Returns the actions that need no server: clipboard and files. */
function localActions({ edited, editor, base, showMessage }: Given, run: Run<Making>): Pick<EditorActions, "copyPicture" | "download"> {
  return {
    copyPicture: () =>
      run("copy", "editorPage.copyFailed", async () => {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": pictureIn(editor, base) })]);
        showMessage({ text: t("editorPage.copied") });
      }),
    download: (format) =>
      run("download", "editorPage.makeFailed", async () => {
        const url = URL.createObjectURL(await fileIn(editor, base, format));
        setTimeout(() => URL.revokeObjectURL(url), ADDRESS_MS);
        await startDownload(url, withEnding(edited.capture.fileName, ENDINGS[format])).catch((error: unknown) => {
          // Closing the save dialog is a decision of the user, not an error.
          if (!/cancel/iu.test(String(error))) throw error;
        });
      }),
  };
}

/** Returns every action of the editor page's top bar. */
export function useActions(given: Given): EditorActions {
  const { edited, editor, base, showMessage } = given;
  const { capture, isStored, adopt } = edited;
  const { busy: sending, run } = useRun<Sending>(showMessage);
  const { busy: making, run: make } = useRun<Making>(showMessage);
  const [isConflict, setConflict] = useState(false);
  const send = useSending(given, setConflict);

  const saved = async (wantsLink: boolean): Promise<Sent | null> => {
    adopt(await saveDrawn(capture, editor, base, isStored));
    editor.markSaved();
    return send(wantsLink);
  };
  const decide = (decision: () => Promise<unknown>): void => {
    setConflict(false);
    run("save", "failure.failed", async () => {
      await decision();
      const item = await send(false);
      if (item) showMessage({ text: savedWords(item, t("editorPage.saved")) });
    });
  };
  const open = (address: string) => ({ label: t("done.open"), onPress: () => void chrome.tabs.create({ url: onServer(address) }) });

  return {
    sending,
    making,
    isConflict,
    ...localActions(given, make),
    save: () =>
      run("save", "editorPage.makeFailed", async () => {
        const item = await saved(false);
        if (item) showMessage({ text: savedWords(item, t("editorPage.saved")), action: open(item.page) });
      }),
    copyLink: () =>
      run("link", "failure.copy", async () => {
        const item = await saved(true);
        if (!item?.shareUrl) return;
        await navigator.clipboard.writeText(item.shareUrl);
        showMessage({ text: savedWords(item, t("done.linkCopied"), true), action: open(item.shareUrl) });
      }),
    share: () =>
      run("share", "editorPage.makeFailed", async () => {
        const item = await saved(false);
        if (item) location.assign(onServer(item.page));
      }),
    saveBoth: () => decide(() => asNewItem(capture.id, t("editorPage.conflict.copyTitle", { title: capture.title }))),
    replaceTheirs: () => decide(() => overTheirs(capture.id)),
    decideLater: () => setConflict(false),
  };
}

/** Renders the annotated picture in a file format. */
async function fileIn(editor: Editor, base: Blob, format: FileFormat): Promise<Blob> {
  if (format === "png") return pictureIn(editor, base);
  const document = drawnIn(editor) ?? editor.getState().document;
  if (format === "jpg") return flatten(document, editor.picture, { type: "image/jpeg", quality: JPEG_QUALITY });
  return makePdf(document, editor.picture, format === "a4" ? "a4" : "picture");
}
