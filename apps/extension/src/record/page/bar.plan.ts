import type { BubblePosition, StorageProgress, RecorderState } from "@stillreel/recorder/types";
import type { RecordingTexts } from "../core/recording-page-view.ts";

/** A state in which there is something to show. */
export type ShownState = Exclude<RecorderState, { phase: "idle" | "done" | "failed" }>;
/** A state in which a recording is there. */
export type RunningState = Extract<RecorderState, { elapsedMs: number }>;

/** Is there anything to show? */
export const isShown = (state: RecorderState): state is ShownState =>
  state.phase !== "idle" && state.phase !== "done" && state.phase !== "failed";
/** Is a recording there? */
export const isRunning = (state: RecorderState): state is RunningState => "elapsedMs" in state;

/** Where the camera stands in the picture, from the countdown until the stop; null while there is none, or where it is all the picture. */
export function bubbleOf(state: RecorderState): { position: BubblePosition; width: number; height: number } | null {
  if (state.phase !== "countdown" && !(isRunning(state) && state.phase !== "finishing")) return null;
  const { camera, source, width, height } = state;
  return camera?.on && source !== "camera" ? { position: camera.bubble, width, height } : null;
}

/** A length of time as people read it on a clock. */
export function clockText(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How long the clock ticks on by itself without any news, in milliseconds: a recorder that is gone must not seem to run. */
const TICK_ON_MS = 3_000;

/** How much is recorded at a moment, in milliseconds: the recorder tells it now and then, the time between is counted here. */
export function elapsedAt(state: RecorderState, receivedAt: number, now: number): number {
  if (!isRunning(state)) return 0;
  const since = Math.min(Math.max(0, now - receivedAt), TICK_ON_MS);
  return state.elapsedMs + (state.phase === "recording" ? since : 0);
}

/** How far the recording is kept here and on the server, in words. */
export function progressText({ disk, server, trouble }: StorageProgress, texts: RecordingTexts): string {
  const text = trouble ? texts.trouble[trouble] : texts.kept;
  return text.replace("{{here}}", clockText(disk.ms)).replace("{{there}}", clockText(server.ms));
}

/** Something that a person should hear of while it lasts. */
export type Warning = "silent" | "microphoneLost" | "cameraLost";

/** What is wrong with the recording now, the most urgent first. */
export function warningsOf(state: RecorderState): Warning[] {
  if (!isRunning(state) || state.phase === "finishing") return [];
  const { microphone, lost } = state;
  return [
    ...(lost.includes("microphone") ? (["microphoneLost"] as const) : []),
    ...(microphone?.silent && !microphone.muted ? (["silent"] as const) : []),
    ...(lost.includes("camera") ? (["cameraLost"] as const) : []),
  ];
}
