import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playback, PlayerHandle } from "../core/index.ts";
import { Player } from "./player.tsx";
import type { PlayerProps } from "./player.types.ts";

const playback: Playback = {
  itemId: "i1",
  stage: "ready",
  live: false,
  duration: 100,
  width: 1_600,
  height: 1_000,
  sources: [{ kind: "file", url: "/media/one", mimeType: "video/mp4", codecs: null, height: 1_000 }],
  posterUrl: "/media/poster",
  storyboard: null,
  waveformUrl: null,
  captions: [{ language: "en", label: "English", url: "/captions/en" }],
  chapters: [
    { timestamp: 0, name: "What changed" },
    { timestamp: 40, name: "Night boards" },
  ],
  version: "first",
  progress: null,
  updating: null,
  failure: null,
};

/** A simulated element plays nothing: its clock and its state are set here. */
/** Reports each observed element once, as a browser does after the first layout. */
class FirstLayout {
  readonly #report: () => void;
  constructor(report: () => void) {
    this.#report = report;
  }
  observe(): void {
    this.#report();
  }
  disconnect(): void {}
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("maybe");
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function play(this: HTMLMediaElement) {
    Object.defineProperty(this, "paused", { configurable: true, value: false });
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function pause(this: HTMLMediaElement) {
    Object.defineProperty(this, "paused", { configurable: true, value: true });
    this.dispatchEvent(new Event("pause"));
  });
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({
    x: 0,
    y: 0,
    left: 0,
    top: 0,
    width: 1_000,
    height: 10,
  } as DOMRect);
  vi.stubGlobal("ResizeObserver", FirstLayout);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const element = (): HTMLVideoElement => screen.getByLabelText("Harbour tour");

/** Simulates that the element has loaded enough of the file to seek. */
function loadMetadata(): void {
  const video = element();
  for (const [name, value] of Object.entries({
    readyState: 4,
    duration: 100,
    seekable: { length: 0 },
    buffered: { length: 0 },
    paused: true,
    seeking: false,
  }))
    Object.defineProperty(video, name, { configurable: true, value });
  act(() => void video.dispatchEvent(new Event("loadedmetadata")));
}

async function show(props: Partial<PlayerProps> = {}) {
  const load = vi.fn<() => Promise<Playback>>().mockResolvedValue(playback);
  const handle = createRef<PlayerHandle>();
  render(<Player itemId="i1" title="Harbour tour" load={load} handleRef={handle} {...props} />);
  await act(async () => {});
  return { load, handle, user: userEvent.setup() };
}

const slider = (): HTMLElement => screen.getByRole("slider", { name: "Seek" });

test("plays the first source that the browser can play, by button and by key", async () => {
  const { user } = await show();
  loadMetadata();
  expect(element().getAttribute("src")).toBe("/media/one");
  await user.click(screen.getAllByRole("button", { name: "Play" })[0] as HTMLElement);
  expect(element().paused).toBe(false);
  await user.keyboard("k");
  expect(element().paused).toBe(true);
});

test("the timeline announces time and chapter, and is moved by keys", async () => {
  const { user, handle } = await show();
  loadMetadata();
  act(() => handle.current?.seek(42));
  fireEvent(element(), new Event("timeupdate"));
  expect(slider().getAttribute("aria-valuetext")).toBe("0:42, Night boards");
  act(() => slider().focus());
  expect(slider().getAttribute("aria-valuetext")).toBe("42 seconds, Night boards");
  await user.keyboard("{Home}");
  expect(element().currentTime).toBe(0);
  await user.keyboard("{ArrowRight}");
  expect(element().currentTime).toBe(5);
  await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
  expect(element().currentTime).toBe(40);
});

test("keys do nothing in text fields, and C and ⇧L only work with comments and likes", async () => {
  const onComment = vi.fn<() => void>();
  const { user } = await show({ onComment, children: <input aria-label="Elsewhere" /> });
  loadMetadata();
  await user.type(screen.getByLabelText("Elsewhere"), "kc ");
  expect([element().paused, onComment.mock.calls.length]).toEqual([true, 0]);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("c");
  await user.keyboard("{Shift>}L{/Shift}");
  expect(onComment).toHaveBeenCalledOnce();
});

test("C works on tabs, options and sliders, whose arrow keys are their own", async () => {
  const onComment = vi.fn<() => void>();
  const panel = (
    <>
      <div role="tablist">
        <button type="button" role="tab">
          Chapters
        </button>
      </div>
      <div role="radiogroup">
        <input type="radio" aria-label="As text" />
      </div>
    </>
  );
  await show({ onComment, children: panel });
  loadMetadata();
  const controls = [screen.getByRole("tab"), screen.getByRole("radio"), screen.getByRole("slider", { name: "Volume" })];
  for (const control of controls) {
    act(() => control.focus());
    fireEvent.keyDown(control, { key: "ArrowRight" });
    fireEvent.keyDown(control, { key: "c" });
  }
  expect([onComment.mock.calls.length, element().currentTime]).toEqual([controls.length, 0]);
});

test("pins at one position form a stack, and repeated presses select each of them", async () => {
  const onPin = vi.fn<(id: string) => void>();
  const pin = (commentId: string, seconds: number, name: string) => ({ commentId, seconds, name, photoURL: null });
  const { user } = await show({ onPin, pins: [pin("a", 20, "Ada"), pin("b", 20.5, "Leila"), pin("c", 70, "Ben")] });
  loadMetadata();
  const stack = screen.getByRole("button", { name: "Comment by Leila at 0:20, and 1 more" });
  await user.click(stack);
  await user.click(stack);
  await user.click(screen.getByRole("button", { name: "Comment by Ben at 1:10" }));
  expect(onPin.mock.calls.flat()).toEqual(["a", "b", "c"]);
  expect(element().currentTime).toBe(70);
});

test("the speed is chosen from a menu that arrows and Escape work in", async () => {
  const { user } = await show();
  loadMetadata();
  await user.click(screen.getByRole("button", { name: /^Speed/u }));
  expect(document.activeElement?.textContent).toContain("Normal");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(element().playbackRate).toBe(1.2);
  await user.click(screen.getByRole("button", { name: /^Speed/u }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
});

test("the menu of the captions adds a language for users who may, also without captions", async () => {
  const onAddLanguage = vi.fn<() => void>();
  const load = vi.fn<() => Promise<Playback>>().mockResolvedValue({ ...playback, captions: [] });
  const { user } = await show({ load, onAddLanguage });
  loadMetadata();
  await user.click(screen.getByRole("button", { name: "Captions" }));
  await user.click(screen.getByRole("menuitem", { name: "Add language" }));
  expect(onAddLanguage).toHaveBeenCalledOnce();
  cleanup();
  await show({ load });
  loadMetadata();
  expect(screen.queryByRole("button", { name: "Captions" })).toBeNull();
});

test("captions show by themselves while the sound is off, and stay off once they were switched off", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("WEBVTT\n\n00:00.000 --> 01:40.000\nHello"));
  const { user } = await show();
  loadMetadata();
  expect(screen.queryByText("Hello")).toBeNull();
  element().muted = true;
  await act(async () => void element().dispatchEvent(new Event("volumechange")));
  await screen.findByText("Hello");
  await user.keyboard("{Shift>}C{/Shift}");
  expect(screen.queryByText("Hello")).toBeNull();
  expect(JSON.parse(localStorage.getItem("stillreel.watch.settings") ?? "{}")).toMatchObject({ captions: "off" });
});

test("a video in processing shows a message, and plays when a source is ready", async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<Playback>>().mockResolvedValue({ ...playback, stage: "processing", sources: [], progress: 0.4 });
  await show({ load });
  expect(screen.getByText(/Processing/u)).toBeTruthy();
  load.mockResolvedValue({ ...playback, progress: 0.6 });
  await act(async () => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText("Updating, 60%")).toBeTruthy();
  expect(element().getAttribute("src")).toBe("/media/one");
  vi.useRealTimers();
});

test("an expired URL is renewed at the same second; an unplayable video offers a retry", async () => {
  const { load, user } = await show();
  loadMetadata();
  element().currentTime = 33;
  load.mockResolvedValue({ ...playback, sources: [{ ...(playback.sources[0] as Playback["sources"][number]), url: "/media/two" }] });
  const fail = (): void => {
    Object.defineProperty(element(), "error", { configurable: true, value: { code: 2 } });
    vi.stubGlobal("MediaError", { MEDIA_ERR_DECODE: 3 });
    element().dispatchEvent(new Event("error"));
  };
  await act(async () => fail());
  expect(element().getAttribute("src")).toBe("/media/two");
  element().currentTime = 0;
  loadMetadata();
  expect(element().currentTime).toBe(33);
  await act(async () => fail());
  expect(screen.getByRole("alert").textContent).toContain("can't play this video");
  load.mockResolvedValue(playback);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.queryByRole("alert")).toBeNull();
  vi.unstubAllGlobals();
});

test("an open page plays the new file of its link from the same second, with its captions, and reloads nothing else", async () => {
  const captions = vi.fn<(url: string) => Promise<Response>>(async (url) => new Response(`WEBVTT\n\n00:30.000 --> 00:40.000\n${url}\n`));
  vi.stubGlobal("fetch", captions);
  const load = vi.fn<() => Promise<Playback>>().mockResolvedValue(playback);
  const props = { itemId: "i1", title: "Harbour tour", load };
  const { rerender } = render(<Player {...props} version={1} />);
  await act(async () => {});
  loadMetadata();
  await act(async () => void fireEvent.keyDown(document.body, { key: "C", shiftKey: true }));
  element().currentTime = 33;
  fireEvent(element(), new Event("timeupdate"));
  expect(screen.getByText("/captions/en")).toBeTruthy();

  const [file] = playback.sources as [Playback["sources"][number]];
  load.mockResolvedValue({ ...playback, sources: [{ ...file, url: "/media/renewed" }], progress: null });
  rerender(<Player {...props} version={2} />);
  await act(async () => {});
  expect(element().getAttribute("src")).toBe("/media/one");

  const track = { language: "en", label: "English", url: "/captions/cut" };
  load.mockResolvedValue({ ...playback, version: "second", sources: [{ ...file, url: "/media/cut" }], captions: [track] });
  rerender(<Player {...props} version={3} />);
  await act(async () => {});
  expect(element().getAttribute("src")).toBe("/media/cut");
  element().currentTime = 0;
  loadMetadata();
  expect(element().currentTime).toBe(33);
  fireEvent(element(), new Event("timeupdate"));
  expect(screen.getByText("/captions/cut")).toBeTruthy();
  vi.unstubAllGlobals();
});

test("a removed video and an unreachable server are distinguished", async () => {
  await show({ load: () => Promise.reject(Object.assign(new Error("no"), { status: 404 })) });
  expect(screen.getByRole("alert").textContent).toContain("no longer here");
  cleanup();
  await show({ load: () => Promise.reject(Object.assign(new Error("no"), { status: 0 })) });
  expect(screen.getByRole("alert").textContent).toContain("can't reach the server");
});
