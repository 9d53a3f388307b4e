import type { EditSource } from "@stillreel/contract";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { videoSource } from "../../core/source.fixture.ts";
import { useMedia } from "./use-media.ts";

const storyboard = { url: "/sheet", columns: 2, rows: 2, count: 4, interval: 10, tileWidth: 16, tileHeight: 9 };
const source: EditSource = { ...videoSource(), storyboard: null, waveformUrl: null, posterUrl: "/poster" };

beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, "decode").mockImplementation(function decode(this: HTMLImageElement) {
    return this.src.includes("expired") ? Promise.reject(new Error("It has expired.")) : Promise.resolve();
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(Response.json({ peaks: [0.5] }))),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("files that a source gets later are loaded, and stay when their addresses expire", async () => {
  const { result, rerender } = renderHook((sources: Parameters<typeof useMedia>[0]) => useMedia(sources), { initialProps: [source] });
  const drawn = () => result.current.get(source.itemId);
  await waitFor(() => expect(drawn()).toMatchObject({ storyboard: null, peaks: null }));
  expect(drawn()?.sheet?.src).toContain("/poster");
  rerender([{ ...source, storyboard, waveformUrl: "/levels" }]);
  await waitFor(() => expect(drawn()).toMatchObject({ storyboard, peaks: [0.5] }));
  expect(drawn()?.sheet?.src).toContain("/sheet");
  const before = result.current;
  rerender([{ ...source, storyboard: { ...storyboard, url: "/expired" }, waveformUrl: "/expired" }]);
  expect(fetch).toHaveBeenCalledOnce();
  expect(result.current).toBe(before);
});

test("a file that could not be loaded is loaded from a newer address", async () => {
  const { result, rerender } = renderHook((sources: Parameters<typeof useMedia>[0]) => useMedia(sources), {
    initialProps: [{ ...source, storyboard: { ...storyboard, url: "/expired" } }],
  });
  await waitFor(() => expect(HTMLImageElement.prototype.decode).toHaveBeenCalledOnce());
  expect(result.current.get(source.itemId)?.sheet ?? null).toBeNull();
  rerender([{ ...source, storyboard }]);
  await waitFor(() => expect(result.current.get(source.itemId)?.sheet?.src).toContain("/sheet"));
});
