import type { EditDocument, EditSource } from "@stillreel/contract";
import { act, renderHook, waitFor } from "@testing-library/react";
import { createVideoEditor, wholeVideo } from "@stillreel/video-editor/core";
import { afterEach, expect, test, vi } from "vitest";
import { dispatchLiveEvent } from "../../platform/live/live-events.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { loadCaptions, type OpenVideo } from "./open-video.ts";
import { useLiveVideo } from "./use-live-video.ts";

const early = {
  itemId: "v",
  type: "video",
  url: "/media/first",
  duration: 40,
  hasSound: true,
  storyboard: null,
  waveformUrl: null,
  posterUrl: null,
} as unknown as EditSource;
const complete = { ...early, url: "/media/second", storyboard: { url: "/media/sheet" }, waveformUrl: "/media/levels" } as EditSource;
const VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n\n00:00:05.000 --> 00:00:06.000\nJoined\n";

const server = fakeServer(() => ({
  "edits.get": { source: complete, joined: [], render: null },
  "playback.get": { captions: [] },
  "playback.captions": { vtt: VTT },
}));
afterEach(() => vi.useRealTimers());

function open(source = early) {
  const editor = createVideoEditor({ document: wholeVideo(40), source });
  const video = { item: { id: "v" }, editor, render: null, shown: null, captions: [] } as unknown as OpenVideo;
  return { editor, ...renderHook(() => useLiveVideo(video)) };
}
const changed = (itemId = "v") => act(() => dispatchLiveEvent({ type: "items", workspaceId: "w", itemIds: [itemId], origin: null }));

test("frames and levels that are made after the editor was opened are loaded, and the video is not loaded again", async () => {
  const { editor } = open();
  changed("another");
  expect(server.calls).toEqual([]);
  changed();
  await waitFor(() =>
    expect(editor.getState().sources[0]).toMatchObject({
      storyboard: { url: "/media/sheet" },
      waveformUrl: "/media/levels",
      url: "/media/first",
    }),
  );
  const { sources } = editor.getState();
  changed();
  await waitFor(() => expect(server.calls).toHaveLength(2));
  expect(editor.getState().sources).toBe(sources);
});

test("a page that misses the event asks a limited number of times, and not for a complete video", async () => {
  vi.useFakeTimers();
  server.answers["edits.get"] = { source: early, joined: [], render: null };
  const { unmount } = open();
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(server.calls.map(({ id }) => id)).toEqual(Array(5).fill("edits.get"));
  unmount();
  server.calls = [];
  open(complete);
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(server.calls).toEqual([]);
});

test("captions that are written after the editor was opened appear", async () => {
  const { result } = open();
  server.answers["playback.get"] = { captions: [{ language: "en", label: "English" }] };
  act(() => dispatchLiveEvent({ type: "engagement", workspaceId: "w", itemId: "v", origin: null }));
  await waitFor(() => expect(result.current.captions).toMatchObject([{ language: "en", cues: [{ text: "Hello" }, { text: "Joined" }] }]));
  const stored = { ...result.current.captions[0]!, cues: [{ from: 1, to: 2, text: "Corrected" }] };
  act(() => result.current.replaceCaptions(stored));
  expect(result.current.captions).toEqual([stored]);
  // What is open is not replaced: its texts may be being changed.
  act(() => dispatchLiveEvent({ type: "engagement", workspaceId: "w", itemId: "v", origin: null }));
  await waitFor(() => expect(server.calls.filter(({ id }) => id === "playback.get")).toHaveLength(2));
  expect(result.current.captions).toEqual([stored]);
});

test("captions over a joined clip belong to it, and all captions stay stored", async () => {
  const shown = {
    ...wholeVideo(40),
    clips: [
      { start: 10, end: 14 },
      { start: 3, end: 8, itemId: "joined" },
    ],
  } as EditDocument;
  const [track] = await loadCaptions("v", [{ language: "en", label: "English", url: "" }], { shown });
  expect(track?.cues).toEqual([
    { itemId: undefined, from: 11, to: 12, text: "Hello" },
    { itemId: "joined", from: 4, to: 5, text: "Joined" },
  ]);
  expect(track?.stored.map(({ text }) => text)).toEqual(["Hello", "Joined"]);
});
