import { sizeText } from "@stillreel/i18n";
import type { RequestKind } from "@stillreel/contract";
import type { TrimRange } from "@stillreel/recorder/trim.plan";
import { useEffect } from "react";
import { removeCut } from "./cut-answer.ts";
import { loadDevice, type Recording, type RecordingChoice, useRecording } from "./recording-device.ts";
import type { RequestData, Translate } from "./request-data.ts";
import { dropUpload } from "./send-answer.ts";
import {
  fileKeyOf,
  newAnswer,
  readAnswer,
  readSender,
  storeAnswer,
  type StoredAnswer,
  type StoredSender,
  storeSender,
} from "./stored-answer.ts";
import { type Draft, type Problems, type Step, useDraft } from "./use-draft.ts";
import { useSending } from "./use-sending.ts";

/** An answer in progress: its step, what is chosen or recorded, and the operations of the views. */
export interface AnswerState {
  step: Step;
  kind: RequestKind;
  choice: RecordingChoice;
  sender: StoredSender;
  texts: { title: string; note: string };
  file: File | null;
  problems: Problems;
  canSkipSound: boolean;
  trim: TrimRange | null;
  progress: number | null;
  isWaiting: boolean;
  isCutting: boolean;
  recording: Recording;
  setKind(kind: RequestKind): void;
  setChoice(choice: RecordingChoice): void;
  setSender(sender: StoredSender): void;
  setTexts(texts: { title: string; note: string }): void;
  setTrim(trim: TrimRange | null): void;
  stopCutting(): void;
  /** Opens the preview of the camera, or starts to record the screen. */
  start(choice: RecordingChoice): void;
  record(choice: RecordingChoice): void;
  /** Returns from the preview, with the key of the text that says why. */
  leaveSetup(problem?: string): void;
  choose(file: File): void;
  send(): void;
  again(): void;
}

/** Returns the length of a local video in seconds; null when the browser cannot play it. The server checks it again. */
function secondsOf(file: File): Promise<number | null> {
  return new Promise((resolve) => {
    const video = document.createElement("video");
    const done = (seconds: number | null): void => {
      URL.revokeObjectURL(video.src);
      resolve(seconds);
    };
    video.addEventListener("loadedmetadata", () => done(Number.isFinite(video.duration) ? video.duration : null));
    video.addEventListener("error", () => done(null));
    video.preload = "metadata";
    video.src = URL.createObjectURL(file);
  });
}

/** Returns why a chosen file cannot be sent, before its upload starts. */
async function fileProblem(file: File, { request }: RequestData, t: Translate): Promise<string | null> {
  const isImage = file.type.startsWith("image/");
  if (!isImage && !file.type.startsWith("video/") && !/\.mkv$/iu.test(file.name)) return t("askRefused_unsupported-file-type");
  const max = isImage ? request.maxImageBytes : request.maxVideoBytes;
  if (file.size > max) return t("askTooLarge", { size: sizeText(max, document.documentElement.lang) });
  const seconds = isImage || request.maxSeconds === null ? null : await secondsOf(file);
  return seconds !== null && request.maxSeconds !== null && seconds > request.maxSeconds + 2 ? t("askRefused_request-too-long") : null;
}

/** Warns before the page closes while a recording or upload is in progress. */
function useCloseWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isOn]);
}

/** Restores the answer of an earlier visit of the page: its recording is in this browser. */
function useRestore({ request }: RequestData, draft: Draft, send: ReturnType<typeof useSending>["send"]): void {
  useEffect(() => {
    const restore = async (): Promise<void> => {
      const stored = readAnswer(request.slug);
      if (stored?.state === "sent") {
        storeAnswer(request.slug, null);
        await removeCut(stored);
      }
      if (stored?.recordingId == null) return draft.setStep("choose");
      const { local } = await loadDevice();
      if (stored.state === "sent") {
        await local.discard(stored.recordingId);
        return draft.setStep("choose");
      }
      // Reading the list discards empty recordings, whose file does not exist any more.
      await local.list(null);
      const file = await local.file(stored.recordingId);
      draft.setKind(stored.source);
      draft.setFile(file);
      draft.setTexts({ title: stored.title, note: stored.note });
      draft.setTrim(stored.trim);
      draft.setStep("review");
      if (stored.state === "sending") await send(file, stored, readSender());
    };
    restore().catch(() => {
      storeAnswer(request.slug, null);
      draft.setStep("choose");
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);
}

/** Follows the recorder: a stopped recording is reviewed, a failed start is explained. */
function useRecordingEnd({ request }: RequestData, t: Translate, draft: Draft, { state, reset }: Recording): void {
  const { phase } = state;
  const id = "id" in state ? state.id : "";
  useEffect(() => {
    if (phase === "recording" && readAnswer(request.slug)?.recordingId !== id)
      storeAnswer(request.slug, { ...newAnswer(draft.kind, draft.texts), recordingId: id });
    if (phase === "done")
      void loadDevice()
        .then(({ local }) => local.file(id))
        .then((file) => {
          draft.setTrim(null);
          draft.setFile(file);
          draft.setStep("review");
          reset();
        });
    if (phase === "idle" && draft.step === "recording") draft.setStep(draft.file ? "review" : "choose");
    if (phase !== "failed") return;
    const { failure } = state as Extract<typeof state, { phase: "failed" }>;
    const what = "what" in failure ? failure.what : "any";
    draft.setProblems(
      failure.code === "cancelled"
        ? {}
        : { form: t(failure.code === "not-allowed" ? `askBlocked_${what}` : `askRecorder_${failure.code}`) },
    );
    draft.setStep("choose");
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new phase has an effect
  }, [phase, id]);
}

/** What the views do with an answer. */
function commandsOf(data: RequestData, t: Translate, draft: Draft, sendFile: ReturnType<typeof useSending>["send"]) {
  const { slug } = data.request;
  const storeNow = (change: Partial<StoredAnswer>): StoredAnswer => {
    const answer = { ...newAnswer(draft.kind, draft.texts), ...readAnswer(slug), ...change };
    storeAnswer(slug, answer);
    return answer;
  };
  const choose = async (file: File): Promise<void> => {
    const problem = await fileProblem(file, data, t);
    if (problem !== null) return draft.setProblems({ form: problem });
    const known = readAnswer(slug);
    const fileKey = fileKeyOf(file);
    if (known && known.fileKey !== fileKey) await dropUpload(known.uploadId);
    if (known?.fileKey !== fileKey) storeAnswer(slug, null);
    draft.setTrim(storeNow({ fileKey, source: "file" }).trim);
    draft.setFile(file);
    draft.setProblems({});
    draft.setStep("review");
  };
  const again = async (): Promise<void> => {
    const known = readAnswer(slug);
    storeAnswer(slug, null);
    if (known) await removeCut(known);
    if (draft.step === "done") return location.reload();
    if (known) await dropUpload(known.uploadId);
    if (known?.recordingId != null) await loadDevice().then(({ local }) => local.discard(known.recordingId ?? ""));
    draft.setFile(null);
    draft.setTrim(null);
    draft.setProblems({});
    draft.setStep("choose");
  };
  const send = (): void => {
    const name = draft.sender.name.trim();
    const isEmailValid = draft.sender.email.trim() === "" || /^\S+@\S+\.\S{2,}$/u.test(draft.sender.email.trim());
    if (name === "" || !isEmailValid)
      return draft.setProblems({
        ...(name === "" ? { senderName: t("askNameMissing") } : {}),
        ...(isEmailValid ? {} : { senderEmail: t("askEmailInvalid") }),
      });
    storeSender(draft.sender);
    if (draft.file) void sendFile(draft.file, storeNow(draft.texts), draft.sender);
  };
  return { storeNow, choose, again, send };
}

/** The steps of an answer: choose, record or pick a file, review, send. */
export function useAnswer(data: RequestData, t: Translate): AnswerState {
  const { slug } = data.request;
  const draft = useDraft(data);
  const recording = useRecording(data.request);
  const sending = useSending(data, t, draft);
  useRestore(data, draft, sending.send);
  useRecordingEnd(data, t, draft, recording);
  useCloseWarning(draft.step === "recording" || draft.step === "review");
  useEffect(() => {
    document.body.dataset["step"] = draft.step;
  }, [draft.step]);

  const { storeNow, choose, again, send } = commandsOf(data, t, draft, sending.send);
  const record = (choice: RecordingChoice): void => {
    draft.setChoice(choice);
    draft.setStep("recording");
    void recording.start(choice);
  };
  return {
    ...draft,
    ...sending,
    recording,
    canSkipSound: draft.problems.form !== undefined && draft.problems.form === t("askBlocked_microphone"),
    setSender(sender) {
      draft.setSender(sender);
      storeSender(sender);
    },
    setTexts(texts) {
      draft.setTexts(texts);
      if (readAnswer(slug)) storeNow(texts);
    },
    setTrim(trim) {
      draft.setTrim(trim);
      if (readAnswer(slug)) storeNow({ trim });
    },
    start(choice) {
      draft.setProblems({});
      if (choice.source !== "camera") return record(choice);
      draft.setChoice(choice);
      draft.setStep("setup");
    },
    record,
    leaveSetup(problem) {
      draft.setProblems(problem === undefined ? {} : { form: t(problem) });
      draft.setStep("choose");
    },
    choose: (file) => void choose(file),
    send,
    again: () => void again(),
  };
}
