import type { Point, PointerInput, Size, ToolId } from "../editor.types.ts";
import type { Snapshot } from "../history.ts";
import type { EditorStore } from "../store.ts";

/** Position of the pointer, and the pressed keys. */
export interface Press {
  /** In CSS pixels of the viewport. */
  at: Point;
  /** In pixels of the image. */
  point: Point;
  pointerType: PointerInput["pointerType"];
  shift: boolean;
  alt: boolean;
  mod: boolean;
}

/**
 * An interaction from press to release. It starts with a mark in the history. It ends by committing the changes since then,
 * or by restoring the mark, so that no partial change remains.
 */
export interface Gesture {
  readonly cursor?: string;
  move(press: Press): void;
  end(press: Press): void;
  cancel(): void;
}

/** The state and operations that tools use. */
export interface Bench {
  readonly store: EditorStore;
  readonly picture: Size;
  setTool(tool: ToolId): void;
  /** Starts text editing in a shape. Its undo step starts at `mark`. */
  write(id: string, mark: Snapshot): void;
}

/** Distance in CSS pixels after which a press becomes a drag. */
export const DRAG_FROM = 3;
/** Distance from a shape that still hits it, in CSS pixels. */
export const HIT_TOLERANCE = { mouse: 5, pen: 7, touch: 12 } as const;
