import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VideoEncoding } from "./video-encoding.ts";

/** Number of frames that the encoder has not returned when it gets the next one. */
let behind: number;
let keyframes: number[];

class FakeChunk {
  readonly duration = 0;
  readonly byteLength = 1;
  readonly timestamp: number;
  readonly type: "key" | "delta";
  constructor(timestamp: number, type: "key" | "delta") {
    this.timestamp = timestamp;
    this.type = type;
  }
  copyTo(): void {}
}

/** A double of the browser's encoder that returns each frame after `behind` others. */
class FakeEncoder {
  readonly state = "configured";
  readonly encodeQueueSize = 0;
  private readonly waiting: FakeChunk[] = [];
  private readonly output: (chunk: FakeChunk) => void;
  constructor({ output }: { output: (chunk: FakeChunk) => void }) {
    this.output = output;
  }
  configure(): void {}
  encode({ timestamp }: { timestamp: number }, { keyFrame }: { keyFrame: boolean }): void {
    if (keyFrame) keyframes.push(timestamp / 1e6);
    this.waiting.push(new FakeChunk(timestamp, keyFrame ? "key" : "delta"));
    while (this.waiting.length > behind) this.output(this.waiting.shift() as FakeChunk);
  }
}

beforeEach(() => {
  keyframes = [];
  vi.stubGlobal("VideoEncoder", FakeEncoder);
  vi.stubGlobal("EncodedVideoChunk", FakeChunk);
});
afterEach(() => vi.unstubAllGlobals());

/** Encodes four seconds at 30 frames a second. Returns the distances of keyframes in seconds. */
function distances(): number[] {
  const encoding = new VideoEncoding({ codec: "avc1.640028", width: 1_920, height: 1_080 });
  // Its packets belong to no file here.
  encoding.begin(() => undefined);
  for (let frame = 0; frame < 120; frame += 1)
    encoding.encode({ timestamp: (frame * 1e6) / 30, close: () => undefined } as VideoFrame, frame / 30);
  return keyframes.slice(1).map((at, index) => at - (keyframes[index] ?? 0));
}

test("two keyframes a second are encoded while the encoder keeps up", () => {
  behind = 0;
  expect(distances().map((distance) => distance.toFixed(1))).toEqual(Array.from({ length: 7 }, () => "0.5"));
});

test("keyframes are a second apart at most while the encoder is behind", () => {
  behind = 3;
  const found = distances();
  expect(found.length).toBeGreaterThanOrEqual(3);
  for (const distance of found) expect(distance).toBeLessThanOrEqual(1);
  expect(found.slice(1).every((distance) => distance > 0.9)).toBe(true);
});
