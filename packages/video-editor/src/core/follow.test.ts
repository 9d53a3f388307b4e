import { describe, expect, it } from "vitest";
import { type BoxEffect, boxAt } from "./effects.ts";
import { FOLLOW_WIDTH, followBox, type FollowRange, type FollowedKey, type GrayFrame } from "./follow.ts";

const HEIGHT = 270;
/** One pixel of a picture that is 1,920 wide, as a share of its width and of its height. */
const PIXEL = { x: 1 / 1_920, y: 1 / 1_080 };

/** A page that is longer than the screen: rows of words, each of them different. */
function pageAt(x: number, y: number): number {
  const row = Math.floor(y / 9);
  if (y - row * 9 > 5) return 250;
  let letter = Math.imul(Math.floor(x / 3) + row * 977, 0x9e3779b1);
  letter = Math.imul(letter ^ (letter >>> 15), 0x85ebca6b);
  letter = (letter ^ (letter >>> 13)) & 0xff;
  return letter > 120 ? 30 : 250;
}

/** The screen when the page was scrolled by an offset in pixels of the frame, with soft edges for parts of a pixel. */
function screenAt(scrolled: number, scrolledX = 0): GrayFrame {
  const data = new Uint8Array(FOLLOW_WIDTH * HEIGHT);
  const [whole, part] = [Math.floor(scrolled), scrolled - Math.floor(scrolled)];
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < FOLLOW_WIDTH; x += 1) {
      const column = x + Math.round(scrolledX);
      data[y * FOLLOW_WIDTH + x] = pageAt(column, y + whole) * (1 - part) + pageAt(column, y + whole + 1) * part;
    }
  return { width: FOLLOW_WIDTH, height: HEIGHT, data };
}

const box = { x: 0.3, y: 0.5, width: 0.2, height: 0.08 };
const follow = (scroll: (at: number) => number, range = { start: 0, end: 4, at: 0, rate: 30 }, side: (at: number) => number = () => 0) =>
  followBox(box, range, { frame: (at) => Promise.resolve(screenAt(scroll(at), side(at))) });

/** Returns the largest distance of the followed box from its content, in pixels at 1,920. */
function worst(keys: readonly FollowedKey[], scroll: (at: number) => number, { start, end, at }: FollowRange) {
  let most = 0;
  const effect = { id: "b", kind: "blur" as const, start, end, ...box, strength: 20, keys: [...keys] } satisfies BoxEffect;
  for (let time = start, frame = 0; time < end - 0.01; frame += 1, time = start + frame / 30)
    most = Math.max(most, Math.abs(boxAt(effect, time).y - (box.y - (scroll(time) - scroll(at)) / HEIGHT)) / PIXEL.y);
  return most;
}

describe("following a box", () => {
  it("stays within 2 pixels of a page that scrolls evenly, and needs few positions", async () => {
    const scroll = (at: number): number => at * 23.7;
    const { keys, lost } = await follow(scroll);
    expect(lost).toEqual([]);
    expect(keys.length).toBeLessThan(8);
    expect(worst(keys, scroll, { start: 0, end: 4, at: 0, rate: 30 })).toBeLessThan(2);
  });

  it("stays within 4 pixels of a page that starts and stops, forwards and backwards", async () => {
    const scroll = (at: number): number => 60 + 55 * Math.tanh((at - 2) * 2.5);
    const range = { start: 0, end: 4, at: 2.2, rate: 30 };
    const { keys, lost } = await follow(scroll, range);
    expect(lost).toEqual([]);
    expect(worst(keys, scroll, range)).toBeLessThan(4);
  });

  it("finds content again after a jump, also sideways", async () => {
    const { keys } = await follow(
      (at) => (at < 1.5 ? 0 : 70),
      undefined,
      (at) => (at < 1.5 ? 0 : 21),
    );
    const last = keys.at(-1);
    expect(Math.abs((last?.y ?? 0) - (box.y - 70 / HEIGHT)) / PIXEL.y).toBeLessThan(4);
    expect(Math.abs((last?.x ?? 0) - (box.x - 21 / FOLLOW_WIDTH)) / PIXEL.x).toBeLessThan(4);
  });

  it("ends the track where the content is gone, and says from when", async () => {
    const blank = { width: FOLLOW_WIDTH, height: HEIGHT, data: new Uint8Array(FOLLOW_WIDTH * HEIGHT).fill(250) };
    const { keys, lost } = await followBox(
      box,
      { start: 0, end: 4, at: 1, rate: 30 },
      { frame: (at) => Promise.resolve(at < 2 ? screenAt(at * 5) : blank) },
    );
    expect(lost).toHaveLength(1);
    expect(lost[0]?.from).toBeGreaterThan(1.7);
    expect(lost[0]).toMatchObject({ to: 4 });
    expect(keys.at(-1)?.at).toBeLessThan(2.01);
  });

  it("does not follow an even surface", async () => {
    const blank = { width: FOLLOW_WIDTH, height: HEIGHT, data: new Uint8Array(FOLLOW_WIDTH * HEIGHT).fill(250) };
    expect(await followBox(box, { start: 0, end: 4, at: 1, rate: 30 }, { frame: () => Promise.resolve(blank) })).toMatchObject({
      isPlain: true,
      keys: [{ at: 1 }],
    });
  });

  it("stops when it is cancelled", async () => {
    const stop = new AbortController();
    const following = followBox(
      box,
      { start: 0, end: 60, at: 0, rate: 30 },
      {
        signal: stop.signal,
        frame: (at) => Promise.resolve(screenAt(at)),
        onProgress: (part) => part > 0.05 && stop.abort(),
      },
    );
    await expect(following).rejects.toThrow("aborted");
  });
});
