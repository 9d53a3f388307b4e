/** Raw RGBA pixels that are laid over a picture. */
export interface Overlay {
  data: Buffer;
  width: number;
  height: number;
}

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number, alpha: number];
/** Returns the distance of a point from the edge of a shape; negative inside. */
type Shape = (x: number, y: number) => number;

const YELLOW: Colour = [255, 195, 45, 255];
const INK: Colour = [18, 18, 24, 255];
const SHADE: Colour = [18, 18, 24, 215];
const WHITE: Colour = [255, 255, 255, 255];

/** Returns an overlay with shapes painted one over the other, with smooth edges. */
function paint(width: number, height: number, layers: readonly { shape: Shape; colour: Colour }[]): Overlay {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      for (const { shape, colour } of layers) blend(data, at, colour, 0.5 - shape(x + 0.5, y + 0.5));
    }
  return { data, width, height };
}

/** Paints one pixel. `cover` is the part of it that the shape covers; values outside of 0 and 1 are cut off. */
function blend(data: Buffer, at: number, [red, green, blue, alpha]: Colour, cover: number): void {
  const above = (Math.min(1, Math.max(0, cover)) * alpha) / 255;
  if (above === 0) return;
  const below = (data[at + 3] ?? 0) / 255;
  const whole = above + below * (1 - above);
  for (const [channel, value] of [red, green, blue].entries())
    data[at + channel] = Math.round((value * above + (data[at + channel] ?? 0) * below * (1 - above)) / whole);
  data[at + 3] = Math.round(whole * 255);
}

/** A box with one radius for its left corners and one for its right corners. */
function box(width: number, height: number, left: number, right: number): Shape {
  return (x, y) => {
    const radius = x < width / 2 ? left : right;
    const dx = Math.abs(x - width / 2) - width / 2 + radius;
    const dy = Math.abs(y - height / 2) - height / 2 + radius;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };
}

/** A triangle that points to the right. */
function arrow(left: number, centre: number, width: number, height: number): Shape {
  const slope = Math.hypot(width, height / 2);
  return (x, y) => {
    const side = ((x - left) * (height / 2) + Math.abs(y - centre) * width - (width * height) / 2) / slope;
    return Math.max(left - x, side);
  };
}

/** Returns the points of an arc; angles in degrees, clockwise from the right. */
function arc(centre: Point, radius: Point, from: number, to: number): Point[] {
  const steps = 14;
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [centre[0] + radius[0] * Math.cos(angle), centre[1] + radius[1] * Math.sin(angle)];
  });
}

/** Height of a digit; its width is 1. */
const TALL = 1.6;
/** Lines of each digit. Drawn here, because the process of the image port has no fonts. */
const DIGITS: Record<string, readonly Point[]> = {
  0: arc([0.5, 0.8], [0.5, 0.8], 0, 360),
  1: [
    [0.12, 0.3],
    [0.56, 0],
    [0.56, TALL],
  ],
  2: [...arc([0.5, 0.45], [0.46, 0.45], 190, 395), [0.02, TALL], [1, TALL]],
  3: [...arc([0.47, 0.4], [0.42, 0.4], 205, 450), ...arc([0.47, 1.18], [0.48, 0.42], 270, 515)],
  4: [
    [0.74, TALL],
    [0.74, 0],
    [0, 1.14],
    [1, 1.14],
  ],
  5: [[0.9, 0], [0.16, 0], [0.1, 0.72], ...arc([0.48, 1.08], [0.49, 0.52], 225, 510)],
  6: [[0.72, 0], ...arc([0.5, 1.08], [0.48, 0.52], 200, 560)],
  7: [
    [0, 0],
    [1, 0],
    [0.36, TALL],
  ],
  8: [...arc([0.5, 0.39], [0.42, 0.39], 90, 450), ...arc([0.5, 1.19], [0.5, 0.41], 270, 630)],
  9: [[0.28, TALL], ...arc([0.5, 0.52], [0.48, 0.52], 20, 380)],
};

function distanceToLine(x: number, y: number, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return Math.hypot(x - fromX - part * dx, y - fromY - part * dy);
}

/** Returns a clock such as `6:41` as strokes, and its width. Other characters than digits and colons are left out. */
function clock(text: string, size: number, left: number, top: number): { shape: Shape; width: number } {
  const lines: (readonly [Point, Point])[] = [];
  let at = left;
  for (const character of text) {
    const points = DIGITS[character];
    if (points) {
      const placed = points.map(([x, y]): Point => [at + x * size, top + y * size]);
      for (const [index, point] of placed.entries()) lines.push([placed[index - 1] ?? point, point]);
      at += size * 1.45;
    } else if (character === ":") {
      for (const y of [0.45, 1.25])
        lines.push([
          [at + size * 0.05, top + y * size],
          [at + size * 0.05, top + y * size],
        ]);
      at += size * 0.55;
    }
  }
  const half = size * 0.13;
  const shape: Shape = (x, y) => lines.reduce((least, [from, to]) => Math.min(least, distanceToLine(x, y, from, to)), Infinity) - half;
  return { shape, width: at - left - size * 0.45 };
}

/** Returns the shape that shows that a picture opens a video: a yellow box with round right corners and an arrow. */
export function playShape(width: number): Overlay {
  const height = Math.round(width * 0.81);
  return paint(width, height, [
    { shape: box(width, height, width * 0.13, height / 2), colour: YELLOW },
    { shape: arrow(width * 0.41, height / 2, width * 0.25, width * 0.32), colour: INK },
  ]);
}

/** Returns a label with the length of a video, such as `6:41`. */
export function lengthLabel(text: string, height: number): Overlay {
  const size = height * 0.33;
  const margin = height * 0.4;
  const top = (height - size * TALL) / 2;
  const { shape, width: used } = clock(text, size, margin, top);
  const width = Math.ceil(used + 2 * margin);
  return paint(width, height, [
    { shape: box(width, height, height * 0.25, height * 0.25), colour: SHADE },
    { shape, colour: WHITE },
  ]);
}

/** Returns a filled circle. */
export function disc(side: number): Overlay {
  return paint(side, side, [{ shape: box(side, side, side / 2, side / 2), colour: WHITE }]);
}
