import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deck } from "./deck.ts";

/** Reports a frame as the browser does; undefined before it is requested. */
let present: VideoFrameRequestCallback | undefined;
let onFrame: ReturnType<typeof vi.fn<() => void>>;
let deck: Deck;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("HTMLMediaElement", Object.assign(globalThis.HTMLMediaElement, { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2 }));
  HTMLVideoElement.prototype.requestVideoFrameCallback = (callback) => {
    present = callback;
    return 1;
  };
  onFrame = vi.fn<() => void>();
  deck = new Deck("data:,", { onFrame, onError: () => {} });
  Object.defineProperty(deck.element, "readyState", { value: 4 });
  deck.seek(2);
  deck.element.dispatchEvent(new Event("seeked"));
});
afterEach(() => {
  deck.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the frame of a seek is reported again while the browser has not presented it", () => {
  expect(onFrame).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(onFrame).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_500);
  expect(onFrame).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(60_000);
  expect(onFrame).toHaveBeenCalledTimes(4);
});

test("a presented frame, another seek and the end of the deck end the reports", () => {
  present?.(0, { mediaTime: 2 } as VideoFrameCallbackMetadata);
  expect(onFrame).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(onFrame).toHaveBeenCalledTimes(2);
  deck.seek(3);
  deck.element.dispatchEvent(new Event("seeked"));
  expect(onFrame).toHaveBeenCalledTimes(3);
  deck.seek(4);
  vi.advanceTimersByTime(60_000);
  expect(onFrame).toHaveBeenCalledTimes(3);
  deck.element.dispatchEvent(new Event("seeked"));
  deck.close();
  vi.advanceTimersByTime(60_000);
  expect(onFrame).toHaveBeenCalledTimes(4);
});
