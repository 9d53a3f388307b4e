import { type ClientResult, getSave, retrySave, type SaveProvider } from "@stillreel/contract";
import { copyOffscreen } from "../../shared/background/clipboard.ts";
import { advance, clearToast, toastDone, type ToastWords, toastWords } from "../../shared/background/toast.ts";
import { onServer } from "../../shared/core/server.ts";
import { api } from "../../shared/data/api.ts";
import { t } from "../../shared/data/i18n.ts";
import { lostText } from "../../shared/data/lost-target-text.ts";
import { settleLost } from "../../shared/data/save-targets.ts";
import type { SavedCapture } from "../core/capture-result.ts";
import { type SaveFailure, saveFailureKey, saveFailureOfCode, SERVICE_KEYS } from "../core/save-failure.ts";
import { saveFailureOf } from "../data/send-capture.plan.ts";
import { annotate, message, reportFailure } from "./capture-toasts.ts";

type SaveView = ClientResult<typeof getSave>;

/** Interval at which the progress of a save is read, in milliseconds. */
const POLL_MS = 1_000;
/** Number of consecutive requests without an answer after which the toast ends. The save continues on the server. */
const MISSES_MAX = 10;

/** The save that a toast is about. */
interface Followed {
  tabId: number;
  captureId: string;
  provider: SaveProvider;
  saveId: string;
  /** Base64 JPEG, or empty. */
  thumbnail: string;
  /** Name of the requested save target when it is closed. */
  lost: string | null;
}

const serviceOf = (provider: SaveProvider): string => t(SERVICE_KEYS[provider]);

/** The sentences of a refused or failed save: why, and where the capture is. */
function failureWords(provider: SaveProvider, failure: SaveFailure, retry: ToastWords["actions"]): ToastWords {
  const service = serviceOf(provider);
  const needsConnection = failure === "reconnect-needed" || failure === "drive-sign-in-failed";
  return {
    tone: "error",
    title: t(saveFailureKey(provider, failure), { service }),
    note: t("saving.notSaved", { service }),
    actions: needsConnection ? [{ label: t("saving.connect"), url: onServer("/integrations") }] : (retry ?? []),
  };
}

/** Shows that a capture was not saved. Pages without scripts get the message in the popup. */
async function reportNotSaved(tabId: number, words: () => ToastWords): Promise<void> {
  if (!(await toastWords(tabId, words))) await reportFailure(tabId, "not-saved", true);
}

/** Reports a save that the server refused to start. */
const toastRefused = (tabId: number, provider: SaveProvider, failure: SaveFailure): Promise<void> =>
  reportNotSaved(tabId, () => failureWords(provider, failure, []));

/** Copies a link that was asked for. Returns whether it is on the clipboard. */
async function copiesLink({ shareable, results: [file] }: SaveView): Promise<boolean> {
  if (!shareable || !file?.url || file.code !== null) return false;
  return copyOffscreen(file.url).then(
    () => true,
    () => false,
  );
}

/** Shows how a save ended. A cancelled one was cancelled by its user. */
async function toastEnd(followed: Followed, save: SaveView): Promise<void> {
  const { tabId, provider, captureId, saveId, thumbnail } = followed;
  const [file] = save.results;
  if (save.state === "cancelled") return clearToast(tabId);
  if (save.state === "failed") {
    const retry = () => [
      { label: t("saving.retry"), message: message({ name: "page.retry-save", request: { saveId, provider, captureId } }) },
    ];
    return reportNotSaved(tabId, () => failureWords(provider, saveFailureOfCode(file?.code ?? null), retry()));
  }
  const isCopied = await copiesLink(save);
  await toastDone(tabId, () => ({
    tone: "done",
    title: t(isCopied ? "saving.doneCopied" : "saving.done", { service: serviceOf(provider) }),
    text: file?.fileName ?? "",
    ...(file?.code ? { note: t("saving.noLink") } : {}),
    actions: [annotate(captureId), ...(file?.url ? [{ label: t("done.open"), url: file.url }] : [])],
    thumbnail,
  }));
}

/**
 * Shows the progress of a save in the page, and how it ended. Stops when the user closes the toast or leaves the page: the server then
 * adds a notification at the end.
 */
async function followSave(followed: Followed): Promise<void> {
  const { tabId, provider, saveId, thumbnail, lost } = followed;
  const isShown = await toastDone(tabId, () => ({
    tone: "busy",
    title: t("saving.running", { service: serviceOf(provider) }),
    ...(lost === null ? {} : { note: lostText(lost, "images") }),
    thumbnail,
  }));
  if (!isShown) return;
  if (lost !== null) await settleLost();
  let part = 0;
  for (let misses = 0; misses < MISSES_MAX;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!(await advance(tabId, part))) return;
    const save = await api.call(getSave, { params: { saveId } }).catch(() => null);
    misses = save ? 0 : misses + 1;
    if (save && save.state !== "running") return toastEnd(followed, save);
    if (save && save.totalBytes > 0) part = save.bytes / save.totalBytes;
  }
  await clearToast(tabId);
}

/** Shows the progress of the save of a new capture, or why the server refused it. Does not wait for the end. */
export async function toastSave(tabId: number, { id, provider, save, thumbnail, lost }: SavedCapture): Promise<void> {
  if (!save.ok) return toastRefused(tabId, provider, save.failure);
  void followSave({ tabId, captureId: id, provider, saveId: save.saveId, thumbnail, lost });
}

/** Repeats a save that failed, at the request of its toast. */
export async function repeatSave(tabId: number, request: Pick<Followed, "saveId" | "provider" | "captureId">): Promise<void> {
  try {
    await api.call(retrySave, { params: { saveId: request.saveId } });
  } catch (error) {
    return toastRefused(tabId, request.provider, saveFailureOf(error) ?? "other");
  }
  await followSave({ tabId, ...request, thumbnail: "", lost: null });
}
