import type { RecorderState } from "@stillreel/recorder/types";

/** A problem that the user must notice while it lasts. */
export type Warning = "silent" | "microphoneLost" | "cameraLost" | "slow";

/** Returns the current problems, the most urgent first. */
export function warningsOf(state: RecorderState): Warning[] {
  if (state.phase !== "recording" && state.phase !== "paused") return [];
  const { microphone, lost, slow } = state;
  return [
    ...(lost.includes("microphone") ? (["microphoneLost"] as const) : []),
    ...(microphone?.silent && !microphone.muted ? (["silent"] as const) : []),
    ...(lost.includes("camera") ? (["cameraLost"] as const) : []),
    ...(slow ? (["slow"] as const) : []),
  ];
}
