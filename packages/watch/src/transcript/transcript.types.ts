import type { ReactNode } from "react";
import type { Chapter, PlayerHandle, SpokenSegment } from "../core/index.ts";

/** Changes the text of segments. */
export interface TranscriptEdit {
  /** Saves the text of one segment; an empty text removes it. Returns whether it was saved. */
  save(index: number, text: string): Promise<boolean>;
}

/** Properties of a transcript beside a player. */
export interface TranscriptViewProps {
  segments: readonly SpokenSegment[];
  /** Language of the text, as a tag. */
  language: string | null;
  handle: PlayerHandle | null;
  /** Names of chapters are headings in the text. */
  chapters?: readonly Chapter[];
  /** Receives the seconds of the matches, for the timeline. The function must not change between renders. */
  onMatches?: (seconds: readonly number[]) => void;
  /** Absent for readers. */
  edit?: TranscriptEdit;
  /** Content between the search and the text, such as a notice. */
  notice?: ReactNode;
  /** Buttons below the text, behind those of the view. */
  footer?: ReactNode;
}
