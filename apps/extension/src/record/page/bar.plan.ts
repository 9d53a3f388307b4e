import type { BubblePosition, StorageProgress, RecorderState } from "@stillreel/recorder/types";
import type { RecordingTexts } from "../core/recording-page-view.ts";

/** A recorder state that is visible. */
export type ShownState = Exclude<RecorderState, { phase: "idle" | "done" | "failed" }>;
/** A recorder state with an active recording. */
export type RunningState = Extract<RecorderState, { elapsedMs: number }>;

/** Returns whether a state is visible. */
export const isShown = (state: RecorderState): state is ShownState =>
  state.phase !== "idle" && state.phase !== "done" && state.phase !== "failed";
/** Returns whether a recording is active. */
export const isRunning = (state: RecorderState): state is RunningState => "elapsedMs" in state;

/** Returns the camera's position from countdown to stop; null without a camera or when it fills the picture. */
export function bubbleOf(state: RecorderState): { position: BubblePosition; width: number; height: number } | null {
  if (state.phase !== "countdown" && !(isRunning(state) && state.phase !== "finishing")) return null;
  const { camera, source, width, height } = state;
  return camera?.on && source !== "camera" ? { position: camera.bubble, width, height } : null;
}

/** Formats a duration like a clock. */
export function clockText(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Time that the clock continues without a state message, in milliseconds: a dead recorder must not appear to run. */
const TICK_ON_MS = 3_000;

/** Returns the recorded time in milliseconds: the last reported value plus the time since then. */
export function elapsedAt(state: RecorderState, receivedAt: number, now: number): number {
  if (!isRunning(state)) return 0;
  const since = Math.min(Math.max(0, now - receivedAt), TICK_ON_MS);
  return state.elapsedMs + (state.phase === "recording" ? since : 0);
}

/** Describes how much of the recording is stored locally and on the server. */
export function progressText({ disk, server, trouble }: StorageProgress, texts: RecordingTexts): string {
  const text = trouble ? texts.trouble[trouble] : texts.kept;
  return text.replace("{{here}}", clockText(disk.ms)).replace("{{there}}", clockText(server.ms));
}
