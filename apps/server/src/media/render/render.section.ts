import type { EditEffect } from "@stillreel/contract";
import type { PlacedClip } from "@stillreel/video-editor/core";

/** Consecutive frames of the edited video that one graph makes: of one clip, and with the same effects. */
export interface Section {
  placed: PlacedClip;
  /** Number of its first frame on the grid of the edited video, and how many frames it has. */
  first: number;
  count: number;
  /** Second of the source that the first frame shows, and how far the source moves with every frame. */
  at: number;
  step: number;
  /** The effects that all of its frames show, the lowest first. */
  effects: readonly EditEffect[];
}
