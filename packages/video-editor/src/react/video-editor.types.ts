import type { EditAsset, EditSource } from "@stillreel/contract";
import type { ReactNode } from "react";
import type { VideoEditor } from "../core/index.ts";

/** A caption in seconds of the source that it is shown with. */
export interface Cue {
  /** The joined item whose clips show it. Without it: the edited video. */
  itemId?: string | undefined;
  from: number;
  to: number;
  text: string;
}

/** Captions of one language, and the function that stores them. */
export interface CaptionTrackProps {
  language: string;
  label: string;
  cues: readonly Cue[];
  /** Stores changed texts. Resolves to whether they were accepted. */
  onSave(texts: ReadonlyMap<number, string>): Promise<boolean>;
}

export interface VideoEditorProps {
  /** The editor of the video. The host creates and owns it. */
  editor: VideoEditor;
  /** Start of the top bar: a button back, the title, the saved state. */
  start: ReactNode;
  /** End of the top bar, after undo and redo. */
  actions: ReactNode;
  /** A line below the top bar. */
  banner?: ReactNode;
  /** The preview with the boxes of effects. */
  stage: ReactNode;
  /** Controls of the selected effect. */
  effectPanel?: ReactNode;
  /** Controls of the frame around the picture. Without it there is no such tab. */
  framePanel?: ReactNode;
  /** The transcript. Without it there is no such tab. */
  wordsPanel?: ReactNode;
  /** Versions of the video, in a tab of the side panel. */
  versionsPanel?: ReactNode;
  captions: readonly CaptionTrackProps[];
  /** Adds captions in another language. Without it, the panel of the captions does not offer that. */
  onAddLanguage?(): void;
  /** Uploads a sound or a picture for the edits. Resolves to null when the host showed why that failed. */
  onUpload(file: File): Promise<EditAsset | null>;
  /**
   * Lets the user choose an image of the same space and copies it for the edits. Resolves to null when nothing was chosen, or when the host
   * showed why that failed. Without it, the panels do not offer the library.
   */
  onChoosePicture?(): Promise<EditAsset | null>;
  /** Lets the user choose a video or an image of the same space. */
  onChooseItem(): Promise<EditSource | null>;
  onSave(): void;
}
