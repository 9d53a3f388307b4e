import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameTimes, RecordingClock } from "../recording-clock.ts";
import { Picture } from "./picture.ts";

/** A frame that was captured long before the test. */
const frame = {
  displayWidth: 640,
  displayHeight: 480,
  visibleRect: { x: 0, y: 0, width: 640, height: 480 },
  timestamp: -1e9,
  close: () => undefined,
};

/** Number of reads of the source, and the reader that receives its frames. */
let readers: number;
let shownTo: number;
/** Delivers a frame to the waiting reader. */
let give: (shown: object) => void;

/** A double of the browser's frame stream. A static source delivers one frame to its current reader. */
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
    source: null,
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

test("a static page that has shown its only frame before it was read is asked for another", async () => {
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

test("a fresh frame is one that was captured after the request, not one that arrives late", async () => {
  shownTo = 1;
  const opening = open();
  await vi.advanceTimersByTimeAsync(0);
  const picture = await opening;
  // The clock of the source is 1,000 ms behind. The first frame arrives immediately.
  const start = performance.now();
  const shown = (capturedMs: number): object => ({ ...frame, timestamp: (start + capturedMs - 1_000) * 1_000 });
  give(shown(0));
  await vi.advanceTimersByTimeAsync(100);
  shownTo = 2;
  let isFresh = false;
  void picture.refresh().then(() => (isFresh = true));
  await vi.advanceTimersByTimeAsync(50);
  give(shown(60));
  await vi.advanceTimersByTimeAsync(0);
  expect(isFresh, "captured before the request").toBe(false);
  give(shown(120));
  await vi.advanceTimersByTimeAsync(0);
  expect(isFresh).toBe(true);
});

test("a source that sends no frame delays a recording by 1.5 seconds at most", async () => {
  shownTo = 1;
  const opening = open();
  await vi.advanceTimersByTimeAsync(0);
  const picture = await opening;
  let isOver = false;
  void picture.refresh().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(isOver).toBe(true);
});

/** Records frames with these milliseconds of the source's clock, all delivered at the same time. Returns their times in the recording. */
async function recorded(shownAt: readonly number[]): Promise<number[]> {
  vi.stubGlobal(
    "VideoFrame",
    class {
      close(): void {}
    },
  );
  shownTo = 1;
  const encoded: number[] = [];
  const clock = new RecordingClock(() => 0);
  const opening = open();
  await vi.advanceTimersByTimeAsync(0);
  const picture = await opening;
  const encode = (_frame: VideoFrame, seconds: number): number => encoded.push(Math.round(seconds * 1_000));
  picture.startFilm({ isBusy: () => false, encode }, clock, new FrameTimes());
  for (const ms of shownAt) {
    give({ ...frame, timestamp: ms * 1_000 });
    await vi.advanceTimersByTimeAsync(0);
  }
  // The first one is the frame before them.
  return encoded.slice(1);
}

test("frames that a busy machine hands over together are all recorded, early and late ones as a screen gives them", async () => {
  expect(await recorded([0, 33, 67, 117, 133, 167, 217, 233])).toEqual([1, 33, 67, 117, 133, 167, 217, 233]);
});

test("frames that a busy machine captures late are compensated by early ones, up to the requested number", async () => {
  const late = [0, 33, 67, 167, 183, 200, 217, 233, 267];
  expect(await recorded(late)).toEqual([1, ...late.slice(1)]);
});

test("early frames after a late first one are all recorded", async () => {
  const early = [0, 20, 40, 60, 100, 133, 153, 200];
  expect(await recorded(early)).toEqual([1, ...early.slice(1)]);
});

test("a long standstill is not compensated", async () => {
  const frames = await recorded([0, 33, ...Array.from({ length: 60 }, (_, nth) => 5_000 + (nth * 1_000) / 60)]);
  expect(frames.filter((ms) => ms >= 5_000).length).toBeLessThanOrEqual(40);
});

test("of a source that shows more than was asked for no more are recorded", async () => {
  const frames = await recorded(Array.from({ length: 120 }, (_, nth) => (nth * 1_000) / 60));
  expect(frames.length).toBeGreaterThanOrEqual(59);
  // 60 frames in two seconds, and the three that may follow a late first one early.
  expect(frames.length).toBeLessThanOrEqual(63);
});
