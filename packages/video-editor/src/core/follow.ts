import type { ShareBox } from "./effects.ts";

/** A frame in shades of gray, small enough to be compared fast. */
export interface GrayFrame {
  width: number;
  height: number;
  /** One byte for each pixel. */
  data: Uint8Array;
}

/** Widths of the frames that are compared. The finer one gives the position, the coarse one finds it in the whole picture. */
export const FOLLOW_WIDTH = 480;
const COARSE = 2;
/** Agreement (-1 to 1) from which a place counts as the same content, and below which the content is lost. */
const SURE = 0.8;
const LOST = 0.6;
/** Standard deviation of the gray values below which there is nothing to recognise. */
const PLAIN = 3;
/** Share of the content that must be visible. Below it, the box leaves the picture. */
const VISIBLE_LEAST = 0.3;
/** Margin around the box that is compared too, as a share of the picture's width: the page moves together. */
const MARGIN = 0.02;
/** Pixels of the finer frame around the expected place that are searched first. */
const NEAR = 6;

interface Patch {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Match {
  x: number;
  y: number;
  score: number;
}

/** Returns a frame with half the width and height: averages of its pixels. */
function reduced({ width, height, data }: GrayFrame): GrayFrame {
  const [w, h] = [Math.max(1, Math.floor(width / COARSE)), Math.max(1, Math.floor(height / COARSE))];
  const small = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < COARSE; dy += 1)
        for (let dx = 0; dx < COARSE; dx += 1) sum += data[(y * COARSE + dy) * width + x * COARSE + dx] ?? 0;
      small[y * w + x] = sum / (COARSE * COARSE);
    }
  return { width: w, height: h, data: small };
}

/** Returns the standard deviation of the gray values in a part of a frame. */
function contrast(frame: GrayFrame, { x, y, width, height }: Patch): number {
  let [sum, squares] = [0, 0];
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1) {
      const value = frame.data[row * frame.width + column] ?? 0;
      sum += value;
      squares += value * value;
    }
  const count = Math.max(1, width * height);
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/**
 * Returns how much a part of one frame agrees with a place in another one: their correlation, from -1 to 1, over the pixels that are
 * inside of the other frame. Null when too few are.
 */
function agreement(template: GrayFrame, part: Patch, frame: GrayFrame, toX: number, toY: number): number | null {
  const left = Math.max(0, -toX);
  const top = Math.max(0, -toY);
  const right = Math.min(part.width, frame.width - toX);
  const bottom = Math.min(part.height, frame.height - toY);
  const count = (right - left) * (bottom - top);
  if (right <= left || bottom <= top || count < part.width * part.height * VISIBLE_LEAST) return null;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = top; row < bottom; row += 1) {
    let one = (part.y + row) * template.width + part.x + left;
    let other = (toY + row) * frame.width + toX + left;
    for (let column = left; column < right; column += 1, one += 1, other += 1) {
      const [p, q] = [template.data[one] ?? 0, frame.data[other] ?? 0];
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  const spread = Math.sqrt(Math.max(0, aa - (a * a) / count) * Math.max(0, bb - (b * b) / count));
  return spread < count ? 0 : (ab - (a * b) / count) / spread;
}

interface Search {
  template: GrayFrame;
  part: Patch;
  frame: GrayFrame;
}

/** Returns the best place within a range around a position. */
function best({ template, part, frame }: Search, around: { x: number; y: number }, rangeX: number, rangeY: number): Match | null {
  let found: Match | null = null;
  for (let y = around.y - rangeY; y <= around.y + rangeY; y += 1)
    for (let x = around.x - rangeX; x <= around.x + rangeX; x += 1) {
      const score = agreement(template, part, frame, x, y);
      if (score !== null && score > (found?.score ?? -2)) found = { x, y, score };
    }
  return found;
}

/** Returns the offset of the peak of a parabola through three neighbouring values, at most half a pixel. */
const peak = (before: number | null, at: number, after: number | null): number => {
  if (before === null || after === null) return 0;
  const bend = before - 2 * at + after;
  return bend >= -1e-9 ? 0 : Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend)));
};

/** Refines a place to parts of a pixel. */
function refined({ template, part, frame }: Search, { x, y, score }: Match): Match {
  const at = (dx: number, dy: number): number | null => agreement(template, part, frame, x + dx, y + dy);
  return { x: x + peak(at(-1, 0), score, at(1, 0)), y: y + peak(at(0, -1), score, at(0, 1)), score };
}

/** Where the content is in a frame. `score` is how sure that is, 0 to 1. */
export interface FoundBox {
  box: ShareBox;
  score: number;
}

/** Follows the content of a box from frame to frame. */
export class Follower {
  readonly #box: ShareBox;
  readonly #template: GrayFrame;
  readonly #small: GrayFrame;
  readonly #part: Patch;
  /** Movement of the content since the first frame, in pixels. */
  #dx = 0;
  #dy = 0;

  /** @param frame the frame in which the box covers the content */
  constructor(frame: GrayFrame, box: ShareBox) {
    this.#box = box;
    this.#template = frame;
    this.#small = reduced(frame);
    const margin = MARGIN * frame.width;
    const left = Math.max(0, Math.floor(box.x * frame.width - margin));
    const top = Math.max(0, Math.floor(box.y * frame.height - margin));
    const right = Math.min(frame.width, Math.ceil((box.x + box.width) * frame.width + margin));
    const bottom = Math.min(frame.height, Math.ceil((box.y + box.height) * frame.height + margin));
    this.#part = { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
  }

  /** Whether the content of the box is too even to be recognised. */
  get isPlain(): boolean {
    return contrast(this.#template, this.#part) < PLAIN;
  }

  /** Finds the content in the next frame. Null when it is lost. */
  find(frame: GrayFrame): FoundBox | null {
    const search = { template: this.#template, part: this.#part, frame };
    const expected = { x: Math.round(this.#part.x + this.#dx), y: Math.round(this.#part.y + this.#dy) };
    let match = best(search, expected, NEAR, NEAR);
    if (!match || match.score < SURE) {
      const far = this.#findFar(frame);
      const again = far && best(search, far, COARSE, COARSE);
      if (again && again.score > (match?.score ?? -1)) match = again;
    }
    if (!match || match.score < LOST) return null;
    const exact = refined(search, match);
    this.#dx = exact.x - this.#part.x;
    this.#dy = exact.y - this.#part.y;
    const { x, y, width, height } = this.#box;
    return { box: { x: x + this.#dx / frame.width, y: y + this.#dy / frame.height, width, height }, score: exact.score };
  }

  /** Expects the content where it was at an earlier position. */
  expect(key: ShareBox, origin: ShareBox): void {
    this.#dx = (key.x - origin.x) * this.#template.width;
    this.#dy = (key.y - origin.y) * this.#template.height;
  }

  /** Searches the whole height of the picture, and a part of its width, in coarse frames. Pages scroll up and down. */
  #findFar(frame: GrayFrame): { x: number; y: number } | null {
    const small = reduced(frame);
    const { x, y, width, height } = this.#part;
    const part = {
      x: Math.floor(x / COARSE),
      y: Math.floor(y / COARSE),
      width: Math.max(1, Math.floor(width / COARSE)),
      height: Math.max(1, Math.floor(height / COARSE)),
    };
    const around = { x: Math.round((x + this.#dx) / COARSE), y: Math.round((y + this.#dy) / COARSE) };
    const match = best({ template: this.#small, part, frame: small }, around, Math.ceil(small.width / 10), small.height);
    return match && { x: match.x * COARSE, y: match.y * COARSE };
  }
}

/** A position of a box at a second of the source. */
export interface FollowedKey extends ShareBox {
  at: number;
}

export interface FollowRange {
  /** Where the effect starts and ends, and the second at which the box covers its content now. */
  start: number;
  end: number;
  at: number;
  /** Frames in a second. Positions are at starts of frames, because a frame is shown unchanged until the next one. */
  rate: number;
}

export interface FollowResult {
  keys: FollowedKey[];
  /** Ranges of the effect in which the content was not found any more. */
  lost: { from: number; to: number }[];
  /** Whether there was nothing in the box that could be recognised. */
  isPlain: boolean;
}

/** Seconds between two frames that are compared. When the content moves fast, every frame is. */
const STEP_S = 0.2;
/** Movement between two frames, as a share of the picture, from which the frames between are compared too. */
const FAST = 0.01;
/** Tolerance of the simplified positions, as a share of the picture: one pixel at a height of 1,080. */
const TOLERANCE = 0.001;

interface FollowHooks {
  /** Returns the frame of a second. */
  frame(at: number): Promise<GrayFrame>;
  /** Gets the fraction that is done. */
  onProgress?(part: number): void;
  signal?: AbortSignal;
}

/**
 * Follows the content of a box through the time of its effect, forwards and backwards from the second at which the box is right. The
 * track ends where the content is lost.
 */
export async function followBox(box: ShareBox, range: FollowRange, hooks: FollowHooks): Promise<FollowResult> {
  const { start, end, at, rate } = range;
  const origin = Math.floor(at * rate + 0.01);
  const first = await hooks.frame(origin / rate);
  const result: FollowResult = { keys: [{ at: origin / rate, ...box }], lost: [], isPlain: new Follower(first, box).isPlain };
  if (result.isPlain) return result;
  const whole = Math.max(1, (end - start) * rate);
  // The end of an effect does not belong to it, and may be the end of the video.
  const [low, high] = [Math.ceil(start * rate - 0.01), Math.ceil(end * rate - 0.01) - 1];
  for (const [limit, sign] of [
    [high, 1],
    [low, -1],
  ] as const) {
    const done = sign === 1 ? 0 : high - origin;
    const track = await trackTo(
      first,
      box,
      { origin, limit, sign, rate },
      { ...hooks, onProgress: (frames) => hooks.onProgress?.((done + frames) / whole) },
    );
    result.keys.push(...track.keys);
    if (track.lostAt !== null) result.lost.push(sign === 1 ? { from: track.lostAt, to: end } : { from: start, to: track.lostAt });
  }
  result.keys = simplifiedKeys(result.keys.toSorted((one, other) => one.at - other.at));
  return result;
}

interface Track {
  /** Numbers of frames. */
  origin: number;
  limit: number;
  sign: 1 | -1;
  rate: number;
}

/** Follows the content in one direction. `lostAt` is the second of the last frame that has the content, if another one has not. */
async function trackTo(
  first: GrayFrame,
  box: ShareBox,
  { origin, limit, sign, rate }: Track,
  { frame, onProgress, signal }: FollowHooks,
): Promise<{ keys: FollowedKey[]; lostAt: number | null }> {
  const follower = new Follower(first, box);
  const largest = Math.max(1, Math.round(STEP_S * rate));
  const keys: FollowedKey[] = [];
  let [number, step] = [origin, largest];
  let last: ShareBox = box;
  while ((limit - number) * sign > 0) {
    signal?.throwIfAborted();
    const next = sign === 1 ? Math.min(number + step, limit) : Math.max(number - step, limit);
    const found = follower.find(await frame(next / rate));
    const moved = found ? Math.max(Math.abs(found.box.x - last.x), Math.abs(found.box.y - last.y)) : Infinity;
    if (moved > FAST && step > 1) {
      step = Math.max(1, Math.floor(step / 3));
      follower.expect(last, box);
      continue;
    }
    if (!found) return { keys, lostAt: number / rate };
    number = next;
    last = found.box;
    keys.push({ at: number / rate, ...last });
    step = Math.min(largest, step * 2);
    onProgress?.(Math.abs(number - origin));
  }
  return { keys, lostAt: null };
}

/** Removes positions that the even movement between their neighbours gives within a pixel. */
export function simplifiedKeys(keys: readonly FollowedKey[], tolerance = TOLERANCE): FollowedKey[] {
  if (keys.length < 3) return [...keys];
  const remaining = new Set([0, keys.length - 1]);
  const open: [number, number][] = [[0, keys.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    const [a, b] = [keys[from], keys[to]];
    let [farthest, most] = [-1, tolerance];
    for (let index = from + 1; a && b && index < to; index += 1) {
      const key = keys[index];
      if (!key) continue;
      const part = (key.at - a.at) / Math.max(1e-9, b.at - a.at);
      const off = Math.max(Math.abs(a.x + (b.x - a.x) * part - key.x), Math.abs(a.y + (b.y - a.y) * part - key.y));
      if (off > most) [farthest, most] = [index, off];
    }
    if (farthest === -1) continue;
    remaining.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return keys.filter((_, index) => remaining.has(index));
}
