import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeFrame } from "./video-frame.ts";

/** A video element in some state of playback: happy-dom plays nothing. */
function videoAt(currentTime: number, more: Partial<HTMLVideoElement> = {}): HTMLVideoElement {
  const video = document.createElement("video");
  const state = { currentTime, readyState: 4, videoWidth: 3_840, videoHeight: 2_160, currentSrc: "/media/x", ...more };
  for (const [name, value] of Object.entries(state)) Object.defineProperty(video, name, { value, configurable: true, writable: true });
  return video;
}

const drawImage = vi.fn();
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) => done(new Blob(["x"], { type: type ?? "" })));
});
afterEach(() => {
  vi.restoreAllMocks();
  drawImage.mockReset();
});

test("a frame has its exact time, and its picture is drawn before the video plays on", async () => {
  const video = videoAt(12.34567);
  const frame = takeFrame(video);
  expect(frame?.at).toBe(12.346);
  expect(drawImage).toHaveBeenCalledWith(video, 0, 0, 2_560, 1_440);
  expect((await frame?.picture)?.type).toBe("image/jpeg");
});

test.each([
  ["was not started", videoAt(0)],
  ["has no picture yet", videoAt(3, { readyState: 1 })],
  ["is sound only", videoAt(3, { videoWidth: 0 })],
  ["is not mounted", null],
])("a video that %s has no frame", (_state, video) => {
  expect(takeFrame(video)).toBeNull();
});

test("where the pixels cannot be read, the time is known without a picture", async () => {
  drawImage.mockImplementation(() => {
    throw new DOMException("tainted", "SecurityError");
  });
  const setSource = vi.spyOn(HTMLMediaElement.prototype, "src", "set").mockImplementation(function fail(this: HTMLMediaElement) {
    queueMicrotask(() => this.dispatchEvent(new Event("error")));
  });
  const frame = takeFrame(videoAt(4));
  expect(frame?.at).toBe(4);
  expect(await frame?.picture).toBeNull();
  expect(setSource).toHaveBeenCalledWith("/media/x");
});
