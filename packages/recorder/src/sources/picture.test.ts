import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameTimes, RecordingClock } from "../recording-clock.ts";
import { Picture } from "./picture.ts";

const frame = { displayWidth: 640, displayHeight: 480, visibleRect: { x: 0, y: 0, width: 640, height: 480 }, close: () => undefined };

/** How often the source was read, and which of the readers it shows its picture to. */
let readers: number;
let shownTo: number;
/** Gives a frame to whoever waits for the next. */
let give: (shown: object) => void;

/** The browser's stream of a track's frames: a source that stands still shows one, to whoever reads it then. */
class FakeProcessor {
  readonly readable: { getReader: () => { read: () => Promise<unknown>; cancel: () => Promise<void> } };
  constructor() {
    readers += 1;
    const isShown = readers === shownTo;
    let reads = 0;
    const read = (): Promise<unknown> => {
      reads += 1;
      if (isShown && reads === 1) return Promise.resolve({ done: false, value: frame });
      return new Promise((resolve) => {
        if (isShown) give = (value) => resolve({ done: false, value });
      });
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

test("frames that a busy machine hands over together are all recorded, and what comes faster than asked for is not", async () => {
  vi.stubGlobal(
    "VideoFrame",
    class {
      close(): void {}
    },
  );
  shownTo = 1;
  const encoded: number[] = [];
  let now = 0;
  const clock = new RecordingClock(() => now);
  const at = (ms: number) => ({ ...frame, timestamp: ms * 1_000 });
  const opening = open();
  await vi.advanceTimersByTimeAsync(0);
  const picture = await opening;
  picture.startFilm({ isBusy: () => false, encode: (_frame, seconds) => encoded.push(seconds) }, clock, new FrameTimes());
  now = 1;
  // Thirty a second, and between two of them one that nobody asked for.
  for (const ms of [0, 33, 66, 70, 100]) {
    give(at(ms));
    await vi.advanceTimersByTimeAsync(0);
  }
  // The first is what stood there before.
  expect(encoded.slice(1).map((seconds) => Math.round(seconds * 1_000))).toEqual([1, 34, 67, 101]);
});
