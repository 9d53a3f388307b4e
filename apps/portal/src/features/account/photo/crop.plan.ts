/** Size of a picture in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The square part of a picture that is used: its centre in pixels of the picture, and its enlargement from 1 on. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

/** Largest enlargement. */
const ZOOM_MAX = 4;
/** Minimum side of the square in pixels, so that a small picture is not enlarged to blocks. */
const SIDE_MIN = 48;

/** Returns the largest enlargement of a picture. */
export function zoomMaxOf({ width, height }: Size): number {
  return Math.min(ZOOM_MAX, Math.max(1, Math.min(width, height) / SIDE_MIN));
}

const within = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value));
const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** Returns the crop with its square inside the picture. */
function inside(size: Size, { x, y, zoom: wanted }: Crop): Crop {
  const zoom = within(wanted, 1, zoomMaxOf(size));
  const half = sideOf(size, zoom) / 2;
  return { x: within(x, half, size.width - half), y: within(y, half, size.height - half), zoom };
}

/** Returns the largest square in the middle of a picture. */
export function centred({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** Moves the picture under the square. @param dx, dy in sides of the square, to the right and down */
export function moved(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const side = sideOf(size, crop.zoom);
  return inside(size, { ...crop, x: crop.x - dx * side, y: crop.y - dy * side });
}

/** Enlarges or reduces the picture around the middle of the square. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  return inside(size, { ...crop, zoom });
}

/** Returns the square in pixels of the picture. */
export function squareOf(size: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side };
}
