import type { EditAsset, EditDocument, EditEffect, EditSource, PointerTrack } from "@stillreel/contract";
import type { ClipSettings } from "./clip-edits.ts";
import type { EffectKind, EffectPatch, NewEffect } from "./effect-edits.ts";
import type { ShareBox } from "./effects.ts";
import type { Range, SourceTime } from "./time-map.ts";
import type { Segment, Timeline } from "./timeline.ts";

/** Figures of the image editor that can be drawn on a video. */
export const FIGURE_TOOLS = [
  "arrow",
  "line",
  "rectangle",
  "ellipse",
  "pen",
  "highlighter",
  "callout",
  "step",
  "stamp",
  "magnifier",
] as const;
export type FigureTool = (typeof FIGURE_TOOLS)[number];

/** What a press on the stage does. `select` is the default one. */
export type VideoTool = "select" | "crop" | Exclude<EffectKind, "figure"> | FigureTool;

/** Tabs of the side panel. `properties` shows what is selected. */
export type PanelId = "properties" | "words" | "captions" | "chapters" | "sound" | "frame" | "versions";

export type Selection =
  | { kind: "clip"; indexes: readonly number[] }
  /** A removed part of the source. */
  | { kind: "removed"; start: number; end: number }
  | { kind: "effect"; ids: readonly string[] }
  /** Index in the list of chapters. */
  | { kind: "chapter"; index: number }
  /** Seconds of the timeline. */
  | { kind: "range"; from: number; to: number };

export interface Chapter {
  /** Seconds of the edited video's own source. */
  at: number;
  name: string;
}

/** Why a command did nothing. Views turn it into a sentence. */
export type RefusalCode = "nothing-left" | "too-short" | "too-many" | "zooms-overlap" | "nothing-selected" | "no-end";

/** Complete visible state of an editor. Every change creates a new object that shares its unchanged parts. */
export interface VideoEditorState {
  readonly document: EditDocument;
  /** Clips and removed parts at their places. It changes with the clips of the document only. */
  readonly timeline: Timeline;
  /**
   * The playhead in seconds of the {@link Timeline}: the clips in playing order with the removed parts between them, so it can be inside
   * of a removed part. `shownAt(timeline, playhead)` is the position in the source, `editedTime(timeline, playhead)` the time in the
   * edited video. After a change of the document it stays at the same position of the source.
   */
  readonly playhead: number;
  /** Counts the calls of {@link VideoEditor.seek}: a player seeks when it changes, and not when it moved the playhead itself. */
  readonly seeks: number;
  readonly isPlaying: boolean;
  /** Whether removed parts are played instead of skipped. */
  readonly isThrough: boolean;
  /** Speed of the preview: 1, 2, 4, 8, or negative for playing backwards. The speed of a clip is multiplied with it. */
  readonly rate: number;
  readonly selection: Selection | null;
  readonly tool: VideoTool;
  readonly panel: PanelId;
  readonly isSnapping: boolean;
  /** The edited video's own source first, then the joined items. */
  readonly sources: readonly EditSource[];
  readonly assets: readonly EditAsset[];
  /** Chapters that the document sets, or those of the video. */
  readonly chapters: readonly Chapter[];
  /** Parts of the edited video's own source that could be removed, while they are offered. They are no cuts yet. */
  readonly proposals: readonly Range[];
  /** Zooms that are offered at present, as ranges of the edited video's own source. */
  readonly offers: readonly Range[];
  /** Where the pointer was during the recording, in seconds of the edited video's own source. Null while that is not loaded. */
  readonly pointer: PointerTrack | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The last command that did nothing. A new object for each. */
  readonly refusal: { readonly code: RefusalCode } | null;
}

export interface VideoEditorOptions {
  document: EditDocument;
  source: EditSource;
  joined?: readonly EditSource[];
  assets?: readonly EditAsset[];
  /** Chapters that the video has, in seconds of its source. The document starts with them when the user changes one. */
  chapters?: readonly Chapter[];
}

/** Length of one frame, and of other steps of the playhead. */
export type StepUnit = "frame" | "second" | "cut";

/**
 * One video with its edits: document, history, playhead, selection and the commands. It does not depend on the DOM. The views subscribe
 * to it, and a player reads `isPlaying`, `rate`, `isThrough` and `seeks` and calls {@link VideoEditor.follow}.
 *
 * Commands are one undo step each. Commands with a `key` extend the previous step while the key is the same and {@link settle} was not
 * called: a drag, or letters typed into a field. A command that is not possible leaves the document as it is and sets `refusal`.
 */
export interface VideoEditor {
  getState(): VideoEditorState;
  /** Subscribes to changes. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;

  /** Replaces the document by a changed one. All other commands use it. */
  change(document: EditDocument, key?: string | null): void;
  /** Ends the current undo step. */
  settle(): void;
  undo(): void;
  redo(): void;
  /** Replaces the document by another version as one undo step. */
  replaceDocument(document: EditDocument): void;
  /** Reports that a command of a view was not possible. */
  refuse(code: RefusalCode): void;

  /** Moves the playhead. Times outside of the timeline are moved to its nearest end. */
  seek(time: number): void;
  /** Moves the playhead to where the player is, without making the player seek. */
  follow(time: number): void;
  /** Moves the playhead by frames of the source, seconds, or to the next cut. */
  step(unit: StepUnit, direction: 1 | -1): void;
  play(options?: { rate?: number; isThrough?: boolean }): void;
  pause(): void;
  /** The source position under the playhead. */
  shown(): SourceTime & { segment: Segment };

  select(selection: Selection | null): void;
  setTool(tool: VideoTool): void;
  setPanel(panel: PanelId): void;
  setSnapping(isSnapping: boolean): void;
  /** Facts of a source: of the edited video without an id. */
  sourceOf(itemId: string | undefined): EditSource | undefined;
  /** Length of a source in seconds. Images have no limit except that of the format. */
  lengthOf(itemId: string | undefined): number;
  addAsset(asset: EditAsset): void;
  /** Shows parts that could be removed. */
  propose(proposals: readonly Range[]): void;
  /** Shows zooms that could be added. */
  offer(offers: readonly Range[]): void;
  /** Sets the recorded pointer, when it is loaded. */
  setPointer(pointer: PointerTrack): void;
  /** Replaces facts and addresses of sources and assets, because signed addresses expire. */
  refresh(sources: readonly EditSource[], assets: readonly EditAsset[]): void;

  /** Divides the clip under the playhead. */
  split(): void;
  /** Lets the clip under the playhead (or the next one, inside of a removed part) start at the playhead. */
  trimStart(): void;
  /** Lets the clip under the playhead (or the one before, inside of a removed part) end at the playhead. */
  trimEnd(): void;
  /** Removes what is selected: clips, the content of a range, effects, a chapter. A selected removed part is brought back. */
  removeSelection(): void;
  /** Removes ranges of a source from all clips, as one step. */
  cutSource(itemId: string | undefined, ranges: readonly Range[]): void;
  /** Shows ranges of the edited video's own source again, as one step. */
  bringBack(ranges: readonly Range[]): void;
  moveClip(from: number, to: number): void;
  /** Moves an edge of a clip to a second of its source. */
  moveEdge(index: number, edge: "start" | "end", at: number, key?: string): void;
  setClips(indexes: readonly number[], settings: ClipSettings, key?: string): void;
  /** Adds a video or an image of the same space as a clip at the playhead. */
  join(source: EditSource): void;

  /** Adds an effect above all others and selects it. Returns its id, or null if it is not possible. */
  addEffect(effect: NewEffect): string | null;
  /** Range of a new effect of the given length, in its source. It contains the playhead. Null at the end of the source. */
  rangeForEffect(seconds: number): { itemId: string | undefined; start: number; end: number } | null;
  updateEffect(id: string, patch: EffectPatch, key?: string | null): void;
  /** Replaces an effect as a whole, for example after `withKey`. */
  repositionEffect(effect: EditEffect, key?: string | null): void;
  moveEffect(id: string, range: Range, key?: string | null): void;
  removeEffects(ids: readonly string[]): void;
  duplicateEffect(id: string): void;
  /** Sets the box of an effect at a second of its source as a position. */
  setKey(id: string, at: number, box: ShareBox, key?: string | null): void;
  removeKey(id: string, at: number): void;

  setCrop(crop: EditDocument["crop"], key?: string): void;
  setRotate(rotate: EditDocument["rotate"]): void;
  setFrame(frame: EditDocument["frame"], key?: string): void;
  setAudio(audio: EditDocument["audio"], key?: string): void;
  setVolume(volume: number, key?: string): void;
  setPoster(poster: EditDocument["poster"]): void;
  setChapters(chapters: readonly Chapter[], key?: string): void;
  /** Adds a chapter at the playhead and selects it. */
  addChapter(name: string): void;
}
