import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Picture } from "../sources/picture.ts";
import { prepareCodecs } from "./codec-take.ts";

/** Number of requests to the browser's encoders that are never answered. */
let unanswered: number;
let requests: number;
let closed: number;

class FakeEncoder {
  state = "configured";
  static async isConfigSupported(): Promise<{ supported: boolean }> {
    requests += 1;
    if (requests <= unanswered) await new Promise(() => {});
    return { supported: true };
  }
  configure(): void {}
  encode(): void {}
  async flush(): Promise<void> {}
  close(): void {
    closed += 1;
    this.state = "closed";
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("VideoEncoder", FakeEncoder);
  [unanswered, requests, closed] = [0, 0, 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const picture = { size: { width: 1_280, height: 720 }, frameAt: () => ({ close: () => {} }) } as unknown as Picture;
const prepare = () => prepareCodecs({ picture, sound: null, frameRate: 30, kind: "detail" });

test("encoders that answer are used immediately", async () => {
  const codecs = await prepare();
  expect([codecs?.mimeType, requests, closed]).toEqual(['video/mp4;codecs="avc1.64001f"', 1, 0]);
});

test("a lost request to the encoders is repeated after 6 s", async () => {
  unanswered = 1;
  const preparing = prepare();
  await vi.advanceTimersByTimeAsync(6_000);
  expect([(await preparing)?.mimeType, requests]).toEqual(['video/mp4;codecs="avc1.64001f"', 2]);
});

test("encoders that never answer are not used", async () => {
  unanswered = Infinity;
  const preparing = prepare();
  await vi.advanceTimersByTimeAsync(12_000);
  expect([await preparing, requests]).toEqual([null, 2]);
});
