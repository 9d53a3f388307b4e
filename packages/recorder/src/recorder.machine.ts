import type { EndReason, StorageProgress, RecorderState, RecordingFailure, RecordingSource } from "./recorder.types.ts";

/** A recording that runs, is paused, or is being finished. */
type RunningState = Extract<RecorderState, { phase: "recording" | "paused" | "finishing" }>;
/** Data that changes while a recording runs, such as its progress and its devices. */
export type RunningFacts = Omit<RunningState, "phase" | "id" | "source" | "reason">;
type CountdownState = Extract<RecorderState, { phase: "countdown" }>;
/** The part of the data that exists before the recording starts. */
export type OpenFacts = Omit<CountdownState, "phase" | "id" | "source" | "secondsLeft">;

/** All events of a recorder. */
export type RecorderEvent =
  | { type: "start"; id: string; source: RecordingSource }
  /** The sources are open. With 0 seconds it starts immediately. */
  | { type: "ready"; secondsLeft: number; facts: OpenFacts }
  | { type: "second-passed" }
  | { type: "begin"; facts: RunningFacts }
  | { type: "pause" }
  | { type: "resume" }
  | { type: "facts"; facts: Partial<RunningFacts> }
  /** The data changed during the countdown. */
  | { type: "open-facts"; facts: OpenFacts }
  | { type: "end"; reason: EndReason }
  /** The whole recording is on disk, and the rest of it is being sent. */
  | { type: "finish"; durationMs: number }
  | { type: "progressed"; progress: StorageProgress; itemId: string | null; shareUrl: string | null }
  /** Discards the recording, with a new recording from the same sources (`id`) or without. */
  | { type: "restart"; id: string; secondsLeft: number }
  | { type: "discard" }
  | { type: "fail"; failure: RecordingFailure }
  | { type: "reset" };

/** Initial state: nothing is recorded. */
export const IDLE: RecorderState = { phase: "idle" };

const isRunning = (state: RecorderState): state is RunningState =>
  state.phase === "recording" || state.phase === "paused" || state.phase === "finishing";
const isGoing = (state: RecorderState): state is Extract<RecorderState, { phase: "recording" | "paused" }> =>
  state.phase === "recording" || state.phase === "paused";
const isBeginning = (state: RecorderState): state is Extract<RecorderState, { phase: "preparing" | "countdown" }> =>
  state.phase === "preparing" || state.phase === "countdown";

/** Returns the state after an event, or null when the event is not allowed in this state and is ignored. */
export function next(state: RecorderState, event: RecorderEvent): RecorderState | null {
  switch (event.type) {
    case "start":
      return isBeginning(state) || isRunning(state) ? null : { phase: "preparing", id: event.id, source: event.source };
    case "ready":
      return state.phase === "preparing" ? { ...state, ...event.facts, phase: "countdown", secondsLeft: event.secondsLeft } : null;
    case "second-passed":
      return state.phase === "countdown" && state.secondsLeft > 0 ? { ...state, secondsLeft: state.secondsLeft - 1 } : null;
    case "begin":
      return state.phase === "countdown" ? { ...event.facts, phase: "recording", id: state.id, source: state.source } : null;
    case "pause":
      return state.phase === "recording" ? { ...state, phase: "paused" } : null;
    case "resume":
      return state.phase === "paused" ? { ...state, phase: "recording" } : null;
    case "facts":
      return isRunning(state) ? { ...state, ...event.facts } : null;
    case "open-facts":
      return state.phase === "countdown" ? { ...state, ...event.facts } : null;
    case "end":
      return isGoing(state) ? { ...state, phase: "finishing", reason: event.reason } : null;
    case "finish":
      return state.phase === "finishing" ? done(state, event.durationMs) : null;
    case "progressed":
      return isRunning(state) || state.phase === "done"
        ? { ...state, progress: event.progress, itemId: event.itemId, shareUrl: event.shareUrl }
        : null;
    case "restart":
      return isGoing(state) ? againFrom(state, event) : null;
    case "discard":
      return isGoing(state) || isBeginning(state) ? IDLE : null;
    case "fail":
      return isBeginning(state) || isRunning(state) ? { phase: "failed", id: state.id, failure: event.failure } : null;
    case "reset":
      return state.phase === "done" || state.phase === "failed" ? IDLE : null;
  }
}

function againFrom(state: RunningState, { id, secondsLeft }: Extract<RecorderEvent, { type: "restart" }>): CountdownState {
  const { source, microphone, systemSound, camera, lost, width, height } = state;
  return { phase: "countdown", id, source, secondsLeft, microphone, systemSound, camera, lost, width, height };
}

function done(
  { id, reason, itemId, shareUrl, progress }: Extract<RecorderState, { phase: "finishing" }>,
  durationMs: number,
): RecorderState {
  return { phase: "done", id, reason, itemId, shareUrl, durationMs, progress };
}
