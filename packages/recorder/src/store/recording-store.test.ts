import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecordingStore } from "./recording-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a worker that does not answer is terminated, and its calls are refused", async () => {
  const terminate = vi.fn();
  const store = new RecordingStore({ addEventListener: () => {}, postMessage: () => {}, terminate } as unknown as Worker);
  const opening = store.open("recording").catch(String);
  const closing = store.close();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect(terminate).toHaveBeenCalledOnce();
  expect(await opening).toBe("Error: The store was closed.");
});
