import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_SETUP, type RecordingOrder } from "../recorder.types.ts";
import { openSources, SourceError } from "./open-sources.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const order: RecordingOrder = {
  setup: { ...DEFAULT_SETUP, source: "tab", microphone: null, systemSound: false },
  server: null,
  title: "Plain totals",
  fileName: "Plain totals.mp4",
  pageUrl: null,
  folderId: null,
  workspaceId: "personal",
  tab: { streamId: "1", width: 1_280, height: 720 },
  area: null,
};

test("a tab whose stream does not come fails the recording, and a late stream is stopped", async () => {
  const stop = vi.fn();
  const stream = Promise.withResolvers<MediaStream>();
  const opening = openSources({ getUserMedia: () => stream.promise, getDisplayMedia: () => Promise.reject(new Error("unused")) }, order);
  const failure = opening.then(
    () => null,
    (error: unknown) => (error instanceof SourceError ? error.failure : error),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await failure).toEqual({ code: "failed", detail: "Error: The browser's tab capture did not answer within 15 s." });
  expect(stop).not.toHaveBeenCalled();
  stream.resolve({ getTracks: () => [{ stop }] } as unknown as MediaStream);
  await vi.advanceTimersByTimeAsync(0);
  expect(stop).toHaveBeenCalledOnce();
});
