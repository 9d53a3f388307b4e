import type { Executor } from "../db/client.ts";

/** A position in a source of an edited video, in seconds. Without `itemId`: in the unedited video itself. */
export interface SourcePosition {
  itemId?: string | undefined;
  at: number;
}

/** A part of a source, in seconds. */
export interface SourceRange {
  itemId?: string | undefined;
  from: number;
  to: number;
}

/** How the times of a video change when another version of it is shown. All times are in seconds. */
export interface TimelineChange {
  /** Lengths of the video before and after the change. */
  readonly before: number;
  readonly after: number;
  /** Length of the unedited video. */
  readonly unedited: number;
  /** Returns what the video showed at a time before the change. */
  sourceOf(time: number): SourcePosition;
  /** Returns the parts of sources that the video showed in a range before the change. */
  sourcesOf(range: { from: number; to: number }): SourceRange[];
  /** Returns where the video shows a position after the change; the nearest place when the position is removed. */
  shownAt(position: SourcePosition): { time: number; isCut: boolean };
  /** Returns the ranges that show a part of a source after the change. */
  rangesOf(range: SourceRange): { from: number; to: number }[];
  /** Returns at which time before the change the video showed what it shows at a time after it; null when it did not. */
  earlierOf(time: number): number | null;
}

/** Data of a video with times. It follows the video when another version is shown. */
export interface TimelineFollower {
  /** Moves the times, in the transaction of the change. */
  follow(tx: Executor, itemId: string, change: TimelineChange): Promise<void>;
  /** Deletes what belongs to removed parts of the video, in the transaction that deletes its versions. They still exist. */
  forget?(tx: Executor, itemId: string): Promise<void>;
  /** Copies the data to the item of an edited copy. */
  copy?(tx: Executor, items: { from: string; to: string }, change: TimelineChange): Promise<void>;
}
