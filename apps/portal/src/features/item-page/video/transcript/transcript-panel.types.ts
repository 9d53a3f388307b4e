import type { CaptionTrack, PlayerHandle } from "@stillreel/watch/core";
import type { ItemView } from "../../../../entities/items/item-list.ts";

/** Properties of the tab with the transcript. */
export interface TranscriptPanelProps {
  item: ItemView;
  handle: PlayerHandle | null;
  tracks: readonly CaptionTrack[];
  canWrite: boolean;
  onMatches: (seconds: readonly number[]) => void;
  /** Adds captions in another language. Null for users who may not change the video. */
  onAddLanguage: (() => void) | null;
}
