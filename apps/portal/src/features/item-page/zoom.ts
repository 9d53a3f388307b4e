/** Zoom relative to the picture's pixels: 1 shows one picture pixel as one CSS pixel. */
export const ZOOM_MIN = 0.05;
export const ZOOM_MAX = 8;

const STEPS = [0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8] as const;

export interface Size {
  width: number;
  height: number;
}

/** Returns the zoom at which a picture fits a stage with padding. Small pictures are not enlarged. */
export function fitZoom(picture: Size, stage: Size, padding: number): number {
  if (picture.width <= 0 || picture.height <= 0) return 1;
  const across = Math.max(1, stage.width - 2 * padding) / picture.width;
  const down = Math.max(1, stage.height - 2 * padding) / picture.height;
  return clampZoom(Math.min(1, across, down));
}

/** Returns the next zoom step up (+1) or down (-1). */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next = direction === 1 ? STEPS.find((step) => step > zoom + 0.001) : STEPS.findLast((step) => step < zoom - 0.001);
  return next ?? zoom;
}

export function clampZoom(zoom: number): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
}

/** Returns the zoom after a wheel movement in CSS pixels; the inverse movement restores it exactly. */
export function wheelZoom(zoom: number, deltaY: number): number {
  return clampZoom(zoom * Math.exp(-deltaY * 0.002));
}

/**
 * Returns the scroll offset at which the point under the pointer stays during a zoom change.
 *
 * @param pointer distance of the pointer from the scroll container's start, in CSS pixels
 * @param origin distance of the picture from the content's start before the change; `originAfter` after it
 */
export function scrollToPreserve(pointer: number, scroll: number, ratio: number, origin: number, originAfter: number): number {
  return (scroll + pointer - origin) * ratio + originAfter - pointer;
}
