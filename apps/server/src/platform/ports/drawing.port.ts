import type { BoardPart } from "@stillreel/board/drawing";
import type { EditDocument, Shape, ShapeOf } from "@stillreel/contract";

/** Something to draw into a PNG. Sizes are in pixels. */
export type DrawingTask =
  /**
   * Shapes of the image editor over a transparent picture of this size, or over a white one (`paper`). Only the part that is painted becomes
   * the file.
   */
  | { kind: "shapes"; path: string; width: number; height: number; shapes: readonly Shape[]; paper?: true }
  /** A white shape on transparent ground: an ellipse, or a box with rounded corners. */
  | { kind: "mask"; path: string; width: number; height: number; radius: number | "round" }
  /**
   * A part of a magnifier over a transparent picture of this size: everything around the enlarged pixels, or the area of these in white. Only
   * the part that is painted becomes the file.
   */
  | { kind: "lens"; part: "edge" | "mask"; path: string; width: number; height: number; shape: ShapeOf<"magnifier"> }
  /** Draws nothing: its letters are only searched in the fonts. `path` is not written. */
  | { kind: "letters"; path: string; text: string }
  /** The background of a frame, with a hole for the picture. `picture` is the path of a PNG. */
  | {
      kind: "frame";
      path: string;
      frame: NonNullable<EditDocument["frame"]>;
      size: { width: number; height: number };
      inside: { x: number; y: number; width: number; height: number };
      corners: number;
      picture: string | null;
    }
  /** A whiteboard: its parts, moved by the origin and then scaled. */
  | {
      kind: "board";
      path: string;
      width: number;
      height: number;
      origin: { x: number; y: number };
      scale: number;
      background: string;
      parts: readonly BoardPart[];
    };

/** Where a drawing belongs on its picture. The position and the size are even. Width 0: nothing was painted. */
export interface Drawing {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The drawings in the order of their tasks, and the letters for which this machine has no font. */
export interface DrawingResult {
  drawings: Drawing[];
  missingLetters: string;
}

/** Draws with the code of the editors, in a child process that is isolated from the server. */
export interface Drawings {
  /** Writes the PNG of every task. All paths are in one folder. @throws Error, or the signal's reason */
  draw(tasks: readonly DrawingTask[], signal?: AbortSignal): Promise<DrawingResult>;
}
