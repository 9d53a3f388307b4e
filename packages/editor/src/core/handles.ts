import type { Shape } from "@stillreel/contract";
import type { Point, Rect } from "./editor.types.ts";
import { center, corners, distance, grown, turned, union } from "./geometry.ts";
import { boundsOf, boxOf, kindOf, type Knob, rotationOf } from "./shapes/index.ts";

/** A side or corner by which a box is resized: -1, 0 or 1 for each axis. */
export interface Grip {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

export type Handle =
  | { kind: "grip"; grip: Grip; at: Point; cursor: string }
  | { kind: "rotate"; at: Point; cursor: string }
  | { kind: "knob"; knob: Knob["name"]; at: Point; cursor: string };

/** The frame around the selection: a box, and its rotation around its middle. */
export interface Frame {
  rect: Rect;
  rotation: number;
}

/** CSS pixels between shape and frame, from the frame to the rotation handle, and the minimum size for handles on the sides. */
const FRAME_GAP = 5;
const ROTATE_AWAY = 26;
const SIDES_FROM = 30;
/** Distance at which a handle counts as hit, in CSS pixels. */
export const HANDLE_TOLERANCE = { mouse: 9, pen: 12, touch: 20 } as const;

export const GRIPS: readonly Grip[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];
const CURSORS = ["ns-resize", "nesw-resize", "ew-resize", "nwse-resize"] as const;

/** Returns the cursor for a grip of a turned box. */
export function gripCursor(grip: Grip, rotation: number): string {
  const angle = (Math.atan2(grip.x, -grip.y) * 180) / Math.PI + rotation;
  return CURSORS[(((Math.round(angle / 45) % 4) + 4) % 4) as 0 | 1 | 2 | 3];
}

/** Returns the frame of shapes, or null for an empty selection. */
export function frameOf(shapes: readonly Shape[]): Frame | null {
  const [only] = shapes;
  if (only && shapes.length === 1) return { rect: boxOf(only), rotation: rotationOf(only) };
  const rect = union(shapes.map(boundsOf));
  return rect && { rect, rotation: 0 };
}

/** Returns the drawn frame, which has a distance from the shapes. */
export const outerFrame = ({ rect, rotation }: Frame, zoom: number): Frame => ({ rect: grown(rect, FRAME_GAP / zoom), rotation });

/** Returns the position of a grip on a frame. */
export function gripAt({ rect, rotation }: Frame, grip: Grip): Point {
  const middle = center(rect);
  return turned({ x: middle.x + (grip.x * rect.width) / 2, y: middle.y + (grip.y * rect.height) / 2 }, middle, rotation);
}

/** Returns all handles of a selection, topmost first. */
export function handlesOf(shapes: readonly Shape[], zoom: number): Handle[] {
  const frame = frameOf(shapes);
  if (!frame) return [];
  const [first] = shapes;
  const only = shapes.length === 1 && first ? first : null;
  const kind = only && kindOf(only);
  const knobs =
    only && kind?.knobs
      ? kind.knobs(only).map(({ name, at }): Handle => {
          const middle = center(frame.rect);
          // The tip of a callout is a position in the image. Other knobs turn with their shape.
          return {
            kind: "knob",
            knob: name,
            at: name === "tip" || name === "source" ? at : turned(at, middle, frame.rotation),
            cursor: "move",
          };
        })
      : [];
  if (kind?.resizing === "knobs") return knobs;
  const outer = outerFrame(frame, zoom);
  const hasRoom = (length: number): boolean => length * zoom >= SIDES_FROM;
  const grips = GRIPS.filter(({ x, y }) => {
    if (x !== 0 && y !== 0) return true;
    if (kind?.resizing === "uniform") return false;
    if (kind?.resizing === "text") return x !== 0 && hasRoom(outer.rect.height);
    return hasRoom(x === 0 ? outer.rect.width : outer.rect.height);
  }).map((grip): Handle => ({ kind: "grip", grip, at: gripAt(outer, grip), cursor: gripCursor(grip, frame.rotation) }));
  if (!kind?.canTurn) return [...knobs, ...grips];
  const middle = center(outer.rect);
  const top = { x: middle.x, y: outer.rect.y - ROTATE_AWAY / zoom };
  return [...knobs, ...grips, { kind: "rotate", at: turned(top, middle, frame.rotation), cursor: "grab" }];
}

/** Returns the nearest handle within a distance of a point of the image. */
export function handleAt(handles: readonly Handle[], point: Point, tolerance: number): Handle | null {
  let found: Handle | null = null;
  let least = tolerance;
  for (const handle of handles) {
    const away = distance(handle.at, point);
    if (away >= least) continue;
    found = handle;
    least = away;
  }
  return found;
}

/** Returns the four corners of a turned frame. */
export const frameCorners = ({ rect, rotation }: Frame): Point[] => {
  const middle = center(rect);
  return corners(rect).map((corner) => turned(corner, middle, rotation));
};

/**
 * Resizes a turned box after one of its grips was dragged. The opposite side or corner does not move.
 * @param by distance along the box's own axes
 */
export function resizedFrame(
  { rect, rotation }: Frame,
  grip: Grip,
  by: Point,
  { keepsRatio, fromCenter, least }: { keepsRatio: boolean; fromCenter: boolean; least: number },
): Rect {
  const times = fromCenter ? 2 : 1;
  let width = Math.max(least, rect.width + grip.x * by.x * times);
  let height = Math.max(least, rect.height + grip.y * by.y * times);
  if (keepsRatio && rect.width > 0 && rect.height > 0) {
    const [wide, high] = [width / rect.width, height / rect.height];
    const scale = grip.x === 0 ? high : grip.y === 0 ? wide : Math.max(wide, high);
    width = rect.width * scale;
    height = rect.height * scale;
  }
  const middle = center(rect);
  if (fromCenter) return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  const anchor = { x: -grip.x, y: -grip.y };
  const fixed = gripAt({ rect, rotation }, anchor as Grip);
  const grownRect = { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  const moved = gripAt({ rect: grownRect, rotation }, anchor as Grip);
  return { ...grownRect, x: grownRect.x + fixed.x - moved.x, y: grownRect.y + fixed.y - moved.y };
}
