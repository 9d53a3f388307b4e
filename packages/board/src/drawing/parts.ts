/** A rotation around a point, in radians. */
export interface Turn {
  angle: number;
  x: number;
  y: number;
}

/** One part of a whiteboard, in the coordinates of the picture before it is scaled. */
export type BoardPart =
  /** `d` is an SVG path. A colour of null is not painted. */
  | { kind: "path"; d: string; fill: string | null; stroke: string | null; width: number; dash: number[]; turn: Turn; opacity: number }
  | {
      kind: "text";
      lines: { text: string; x: number; y: number }[];
      size: number;
      font: string;
      anchor: "start" | "middle" | "end";
      fill: string;
      turn: Turn;
      opacity: number;
    }
  /** `file` is the path or the address of an image. */
  | { kind: "image"; file: string; x: number; y: number; width: number; height: number; turn: Turn; opacity: number };
