import type { Point, PointerInput, Size, ToolId } from "../editor.types.ts";
import type { Snapshot } from "../history.ts";
import type { EditorStore } from "../store.ts";

/** Where the pointer is, and the keys that are held. */
export interface Press {
  /** CSS pixels of the viewport. */
  at: Point;
  /** Pixels of the picture. */
  point: Point;
  pointerType: PointerInput["pointerType"];
  shift: boolean;
  alt: boolean;
  mod: boolean;
}

/**
 * What is done between a press and a release. It begins with a mark in the history, and ends by keeping what was done since,
 * or by bailing to it: nothing is ever left half.
 */
export interface Gesture {
  readonly cursor?: string;
  move(press: Press): void;
  end(press: Press): void;
  cancel(): void;
}

/** What tools work on. */
export interface Bench {
  readonly store: EditorStore;
  readonly picture: Size;
  setTool(tool: ToolId): void;
  /** Writing begins in a shape; what is undone with it begins at `mark`. */
  write(id: string, mark: Snapshot): void;
}

/** CSS pixels by which a pointer moves before a press becomes a drag. */
export const DRAG_FROM = 3;
/** CSS pixels around a shape that still hit it. */
export const HIT_REACH = { mouse: 5, pen: 7, touch: 12 } as const;
