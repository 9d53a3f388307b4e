import { useState } from "react";
import { cutAnswer, CutError } from "./cut-answer.ts";
import type { RequestData, Translate } from "./request-data.ts";
import { sendAnswer, SendError } from "./send-answer.ts";
import { storeAnswer, type StoredAnswer, type StoredSender } from "./stored-answer.ts";
import type { Draft, Problems } from "./use-draft.ts";

/** Refusals with an own text on this page. */
const REFUSALS = new Set([
  "request-closed",
  "request-full",
  "request-too-long",
  "file-too-large",
  "unsupported-file-type",
  "quota-exceeded",
]);

/** Returns what a refusal means for the visitor. */
function problemsOf(error: unknown, t: Translate): Problems {
  if (error instanceof CutError) return error.isStopped ? {} : { form: t("askTrimFailed") };
  if (!(error instanceof SendError)) return { form: t("askFailed") };
  if (error.code === "unreadable-file") return { form: t("askRefused_unsupported-file-type") };
  return { form: REFUSALS.has(error.code) ? t(`askRefused_${error.code}`) : error.message || t("askFailed") };
}

/** Returns what the server needs to know about a file. */
const metadataOf = ({ request }: RequestData, file: File, answer: StoredAnswer, sender: StoredSender): Record<string, string> => ({
  request: request.slug,
  uploadId: answer.uploadId,
  type: file.type.startsWith("image/") ? "image" : "video",
  fullFileName: file.name,
  title: answer.title.trim() || request.title,
  senderName: sender.name.trim(),
  senderEmail: sender.email.trim(),
  note: answer.note.trim(),
  source: answer.source,
});

/** Trimming and sending with their progress. */
export function useSending(data: RequestData, t: Translate, draft: Draft) {
  const [progress, setProgress] = useState<number | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [cutting, setCutting] = useState<AbortController | null>(null);
  const { slug } = data.request;

  /** Returns the part that is sent, with what is stored about it. */
  const cut = async (file: File, answer: StoredAnswer): Promise<{ file: File; answer: StoredAnswer }> => {
    if (answer.trim === null && answer.cutKey === "") return { file, answer };
    const aborting = new AbortController();
    setCutting(aborting);
    try {
      return await cutAnswer(file, answer, { slug, signal: aborting.signal, onProgress: setProgress });
    } finally {
      setCutting(null);
    }
  };
  const send = async (whole: File, given: StoredAnswer, sender: StoredSender): Promise<void> => {
    setProgress(0);
    draft.setProblems({});
    let answer: StoredAnswer = { ...given, state: "sending" };
    storeAnswer(slug, answer);
    try {
      const part = await cut(whole, answer);
      ({ answer } = part);
      const { file } = part;
      setProgress(0);
      const onProgress = (bytes: number): void => setProgress(file.size === 0 ? 1 : bytes / file.size);
      const metadata = metadataOf(data, file, answer, sender);
      await sendAnswer({ file, metadata, onProgress, onWaiting: setWaiting, signal: new AbortController().signal });
      storeAnswer(slug, { ...answer, state: "sent" });
      // What can be saved afterwards is what was sent.
      draft.setFile(file);
      draft.setStep("done");
    } catch (error) {
      storeAnswer(slug, { ...answer, state: "ready" });
      draft.setProblems(problemsOf(error, t));
    } finally {
      setProgress(null);
      setWaiting(false);
    }
  };
  return { progress, isWaiting, isCutting: cutting !== null, stopCutting: () => cutting?.abort(), send };
}
