import { type EditDocument, FRAME_BASE_WIDTH, SHADOW_DEFAULT } from "@stillreel/contract";
import { even, pictureSize, type ShareBox, type Size, viewAt } from "./effects.ts";

/** A box in pixels of the edited video. */
export interface PixelBox extends Size {
  x: number;
  y: number;
}

/** A point in pixels, or in shares of a picture. */
export interface Point {
  x: number;
  y: number;
}

/** Where the edited video shows the picture of a source. */
export interface Placement {
  /** Size of the edited video in pixels. */
  size: Size;
  /** The area for pictures: everything inside of the frame. */
  inside: PixelBox;
  /** The area in which this source's picture is shown. A joined source with another aspect ratio leaves parts of `inside` black. */
  target: PixelBox;
  /** The visible part of the source's picture, in shares, before the rotation. */
  shown: ShareBox;
  /** Clockwise, in degrees. */
  rotate: 0 | 90 | 180 | 270;
  /** Radius of the corners of `inside`, in pixels. */
  corners: number;
}

/** How a picture is shown while one edits it: without zoom, and without crop and frame. */
export interface PlacementOptions {
  isUnzoomed?: boolean;
  isUncropped?: boolean;
}

const WHOLE: ShareBox = { x: 0, y: 0, width: 1, height: 1 };

/** Returns the aspect ratio of a frame; null for that of the picture with its space. */
function shapeOf({ shape }: NonNullable<EditDocument["frame"]>): number | null {
  if (shape === undefined || shape === "auto") return null;
  const [width = 1, height = 1] = shape.split(":").map(Number);
  return width / height;
}

/** Returns the strength of the shadow on a frame, from 0 to 1. */
export const shadowOf = ({ shadow }: Pick<NonNullable<EditDocument["frame"]>, "shadow">): number =>
  typeof shadow === "number" ? shadow : shadow ? SHADOW_DEFAULT : 0;

/**
 * Returns the size of the edited video and the area for pictures in it. The frame adds its space on every side of the picture, and more on
 * two sides for its shape. All differences are even, so that the picture is on whole pixels.
 */
export function frameLayout(
  document: Pick<EditDocument, "crop" | "rotate" | "frame">,
  main: Size,
): Pick<Placement, "size" | "inside" | "corners"> {
  const picture = pictureSize(document, main);
  const { frame } = document;
  if (!frame) return { size: picture, inside: { x: 0, y: 0, ...picture }, corners: 0 };
  const scale = picture.width / FRAME_BASE_WIDTH;
  const space = Math.round(frame.space * scale);
  const [width, height] = [picture.width + 2 * space, picture.height + 2 * space];
  const ratio = shapeOf(frame) ?? width / height;
  const [beside, above] = [height * ratio - width, width / ratio - height].map((more) => Math.max(0, Math.round(more / 2))) as [
    number,
    number,
  ];
  return {
    size: { width: width + 2 * beside, height: height + 2 * above },
    inside: { x: space + beside, y: space + above, ...picture },
    corners: Math.min(frame.corners * scale, picture.width / 2, picture.height / 2),
  };
}

/**
 * Returns the largest box with the aspect ratio of a picture in the middle of an area of even size. Its size and its distance from the
 * area's corner are even, because two pixels of a video share their color.
 */
export function fittedBox(area: PixelBox, { width, height }: Size): PixelBox {
  const scale = Math.min(area.width / width, area.height / height);
  const [w, h] = [even(width * scale), even(height * scale)];
  return { x: area.x + 2 * Math.floor((area.width - w) / 4), y: area.y + 2 * Math.floor((area.height - h) / 4), width: w, height: h };
}

/**
 * Returns where the edited video shows a source at one of its times. Crop and rotation belong to the edited video's own source. Joined sources
 * are fitted into its picture.
 * @param main size of the edited video's own picture
 * @param own size of the picture of the shown source
 */
export function placementOf(
  document: Pick<EditDocument, "effects" | "crop" | "rotate" | "frame">,
  { main, own, source }: { main: Size; own: Size; source: { itemId: string | undefined; at: number } },
  { isUnzoomed = false, isUncropped = false }: PlacementOptions = {},
): Placement {
  const used = isUncropped ? { ...document, crop: null, frame: null } : document;
  const layout = frameLayout(used, main);
  const view = isUnzoomed ? WHOLE : viewAt(document, source);
  if (source.itemId !== undefined) return { ...layout, target: fittedBox(layout.inside, own), shown: view, rotate: 0 };
  const crop = used.crop ?? WHOLE;
  const shown = {
    x: view.x + crop.x * view.width,
    y: view.y + crop.y * view.height,
    width: crop.width * view.width,
    height: crop.height * view.height,
  };
  return { ...layout, target: layout.inside, shown, rotate: document.rotate };
}

/** Rotates a point of the unit square clockwise. */
function rotated({ x, y }: Point, degrees: Placement["rotate"]): Point {
  if (degrees === 90) return { x: 1 - y, y: x };
  if (degrees === 180) return { x: 1 - x, y: 1 - y };
  return degrees === 270 ? { x: y, y: 1 - x } : { x, y };
}

/** Returns the pixel of the edited video that shows a point of the source's picture, given in shares. */
export function toOutput({ shown, rotate, target }: Placement, { x, y }: Point): Point {
  const at = rotated({ x: (x - shown.x) / shown.width, y: (y - shown.y) / shown.height }, rotate);
  return { x: target.x + at.x * target.width, y: target.y + at.y * target.height };
}

/** Returns the point of the source's picture, in shares, that a pixel of the edited video shows. */
export function toPicture({ shown, rotate, target }: Placement, { x, y }: Point): Point {
  const back = ((360 - rotate) % 360) as Placement["rotate"];
  const at = rotated({ x: (x - target.x) / target.width, y: (y - target.y) / target.height }, back);
  return { x: shown.x + at.x * shown.width, y: shown.y + at.y * shown.height };
}

/** Returns the upright box in the edited video that shows a box of the picture. */
export function boxToOutput(placement: Placement, { x, y, width, height }: ShareBox): PixelBox {
  const [a, b] = [toOutput(placement, { x, y }), toOutput(placement, { x: x + width, y: y + height })];
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** Returns the box of the picture that an upright box of the edited video shows. */
export function boxToPicture(placement: Placement, { x, y, width, height }: PixelBox): ShareBox {
  const [a, b] = [toPicture(placement, { x, y }), toPicture(placement, { x: x + width, y: y + height })];
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}
