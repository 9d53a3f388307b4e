import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Picture } from "./picture.ts";

const frame = { displayWidth: 640, displayHeight: 480, visibleRect: { x: 0, y: 0, width: 640, height: 480 }, close: () => undefined };

/** How often the source was read, and which of the readers it shows its picture to. */
let readers: number;
let shownTo: number;

/** The browser's stream of a track's frames: a source that stands still shows one, to whoever reads it then. */
class FakeProcessor {
  readonly readable: { getReader: () => { read: () => Promise<unknown>; cancel: () => Promise<void> } };
  constructor() {
    readers += 1;
    const isShown = readers === shownTo;
    let reads = 0;
    const read = (): Promise<unknown> => {
      reads += 1;
      return isShown && reads === 1 ? Promise.resolve({ done: false, value: frame }) : new Promise(() => undefined);
    };
    this.readable = { getReader: () => ({ read, cancel: () => Promise.resolve() }) };
  }
}

const open = (): Promise<Picture> =>
  Picture.open({
    main: { kind: "video" } as MediaStreamTrack,
    area: null,
    lines: 480,
    frameRate: 30,
    bubble: { x: 0.1, y: 0.8, size: 0.2, shape: "round" },
    onEnded: () => undefined,
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("MediaStreamTrackProcessor", FakeProcessor);
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => ({});
    },
  );
  readers = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page that stands still and has shown its only frame before anybody looked is asked for another", async () => {
  shownTo = 3;
  const opening = open();
  await vi.advanceTimersByTimeAsync(1_100);
  expect((await opening).size).toEqual({ width: 640, height: 480 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readers).toBe(3);
});

test("a source that shows nothing in ten seconds is given up", async () => {
  shownTo = Infinity;
  const opening = open().catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await opening).toBe("Error: The source shows nothing.");
});
