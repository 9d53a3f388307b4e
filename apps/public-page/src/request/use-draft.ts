import type { RequestKind } from "@stillreel/contract";
import type { TrimRange } from "@stillreel/recorder/trim.plan";
import { useState } from "react";
import type { RecordingChoice } from "./recording-device.ts";
import { isUsable, type RequestData } from "./request-data.ts";
import { readSender, type StoredSender } from "./stored-answer.ts";

/** Steps of an answer, in their order. */
export type Step = "loading" | "choose" | "setup" | "recording" | "review" | "done";

/** What is wrong with an answer: in general, or with a field. */
export interface Problems {
  form?: string;
  senderName?: string;
  senderEmail?: string;
}

const FIRST_CHOICE: RecordingChoice = { source: "screen", sound: true, face: false, microphoneId: null, cameraId: null };

/** What the views change. */
export function useDraft({ request }: RequestData) {
  const [kind, setKind] = useState<RequestKind>(() => request.kinds.find(isUsable) ?? request.kinds[0] ?? "file");
  const [choice, setChoice] = useState<RecordingChoice>(FIRST_CHOICE);
  const [sender, setSender] = useState<StoredSender>(readSender);
  const [texts, setTexts] = useState({ title: request.title, note: "" });
  const [file, setFile] = useState<File | null>(null);
  const [trim, setTrim] = useState<TrimRange | null>(null);
  const [step, setStep] = useState<Step>("loading");
  const [problems, setProblems] = useState<Problems>({});
  return {
    kind,
    setKind,
    choice,
    setChoice,
    sender,
    setSender,
    texts,
    setTexts,
    file,
    setFile,
    trim,
    setTrim,
    step,
    setStep,
    problems,
    setProblems,
  };
}

/** The state of an answer with its setters. */
export type Draft = ReturnType<typeof useDraft>;
