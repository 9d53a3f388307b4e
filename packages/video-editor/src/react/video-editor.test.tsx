import { videoSource } from "../core/source.fixture.ts";
import { EditEffect, type EditDocument } from "@stillreel/contract";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createEditorTexts } from "@stillreel/editor/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVideoEditor, wholeVideo, type Chapter, type VideoEditor } from "../core/index.ts";
import { english } from "./texts.ts";
import { VideoEditorTextsProvider } from "./texts-context.tsx";
import { VideoEditorView } from "./video-editor.tsx";
import type { VideoEditorProps } from "./video-editor.types.ts";

const source = videoSource();
const texts = createEditorTexts("en", "ltr", english) as unknown as Parameters<typeof VideoEditorTextsProvider>[0]["texts"];

interface Shown {
  editor: VideoEditor;
  onSave: () => void;
  user: ReturnType<typeof userEvent.setup>;
}

function show(patch: Partial<EditDocument> = {}, chapters: Chapter[] = [], props: Partial<VideoEditorProps> = {}): Shown {
  const editor = createVideoEditor({ document: { ...wholeVideo(40), ...patch }, source, chapters });
  const onSave = vi.fn<() => void>();
  render(
    <VideoEditorTextsProvider texts={texts}>
      <VideoEditorView
        editor={editor}
        start={null}
        actions={null}
        stage={null}
        captions={[]}
        onUpload={() => Promise.resolve(null)}
        onChooseItem={() => Promise.resolve(null)}
        onSave={onSave}
        {...props}
      />
    </VideoEditorTextsProvider>,
  );
  return { editor, onSave, user: userEvent.setup() };
}

const clips = ({ editor }: Shown): string[] => editor.getState().document.clips.map(({ start, end }) => `${start}-${end}`);
const timeline = (): HTMLElement => screen.getByRole("region", { name: "Timeline" });
const names = (lane: string): (string | null)[] =>
  within(within(timeline()).getByRole("group", { name: lane }))
    .queryAllByRole("button")
    .map((item) => item.getAttribute("aria-label"));

beforeEach(() => {
  // A simulated page has no sizes, and a timeline without a width shows nothing.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_040);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("clips and removed parts have names with their times, and keys split, trim, cut and bring back", async () => {
  const shown = show();
  const { editor, user } = shown;
  expect(names("Video")).toEqual(["Clip 1, 0:00 to 0:40"]);
  editor.seek(12);
  await user.keyboard("s");
  editor.seek(20);
  await user.keyboard("s");
  await user.click(screen.getByRole("button", { name: "Clip 2, 0:12 to 0:20" }));
  await user.keyboard("{Backspace}");
  expect(names("Video")).toEqual(["Clip 1, 0:00 to 0:12", "Cut part, 0:12 to 0:20", "Clip 2, 0:20 to 0:40"]);
  await user.click(screen.getByRole("button", { name: "Cut part, 0:12 to 0:20" }));
  await user.keyboard("{Delete}");
  expect(clips(shown)).toEqual(["0-40"]);
  editor.seek(4);
  await user.keyboard("[[");
  editor.seek(30);
  await user.keyboard("]");
  expect(clips(shown)).toEqual(["4-30"]);
  await user.keyboard("{Control>}zz{/Control}");
  expect(clips(shown)).toEqual(["0-40"]);
});

test("frames, seconds, cuts and the ends are reached by keys, and J K L play", async () => {
  const { editor, user } = show({
    clips: [
      { start: 0, end: 10 },
      { start: 20, end: 40 },
    ],
  });
  await user.keyboard("{ArrowRight}{ArrowRight}.");
  expect(editor.getState().playhead).toBeCloseTo(2.04);
  await user.keyboard(",{ArrowDown}");
  expect(editor.getState().playhead).toBe(10);
  await user.keyboard("{End}");
  expect(editor.getState().playhead).toBe(40);
  await user.keyboard("jj");
  expect(editor.getState()).toMatchObject({ isPlaying: true, rate: -2 });
  await user.keyboard("k");
  expect(editor.getState().isPlaying).toBe(false);
  await user.keyboard("{Home}{Alt>} {/Alt}");
  expect(editor.getState()).toMatchObject({ isPlaying: true, isThrough: true });
});

test("arrows move the focus through the items of the timeline, and Alt moves what is selected", async () => {
  const shown = show({
    clips: [
      { start: 0, end: 10 },
      { start: 10, end: 40 },
    ],
  });
  const { user } = shown;
  screen.getByRole("button", { name: "Clip 1, 0:00 to 0:10" }).focus();
  await user.keyboard("{ArrowRight}");
  const second = screen.getByRole("button", { name: "Clip 2, 0:10 to 0:40" });
  await vi.waitFor(() => expect(document.activeElement).toBe(second));
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(clips(shown)).toEqual(["10-40", "0-10"]);
});

test("a range is selected with Shift and cut, and everything cannot be removed", async () => {
  const shown = show();
  await shown.user.keyboard("{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}");
  expect(shown.editor.getState().selection).toEqual({ kind: "range", from: 0, to: 3 });
  await shown.user.keyboard("{Backspace}");
  expect(clips(shown)).toEqual(["3-40"]);
  await shown.user.click(screen.getByRole("button", { name: "Clip 1, 0:03 to 0:40" }));
  await shown.user.keyboard("{Backspace}");
  expect(clips(shown)).toEqual(["3-40"]);
  expect(screen.getByText("At least one clip must remain.")).toBeTruthy();
});

test("effects have a lane of their kind, and a typed text does not run shortcuts", async () => {
  const { editor, user } = show({}, [{ at: 0, name: "Open" }]);
  await user.keyboard("b");
  editor.seek(10);
  await user.keyboard("z");
  expect(names("Blur")).toEqual(["Blur 1, 0:00 to 0:04"]);
  expect(names("Zoom")).toEqual(["Zoom 1, 0:10 to 0:14"]);
  await user.click(screen.getByRole("tab", { name: "Chapters" }));
  const name = screen.getByRole("textbox", { name: "Name of the chapter at 0:00" });
  await user.clear(name);
  await user.type(name, "bszh");
  expect(editor.getState().chapters).toEqual([{ at: 0, name: "bszh" }]);
  expect(editor.getState().document.effects).toHaveLength(2);
});

test("a clip's speed and volume are changed in the panel, one step a drag", async () => {
  const { editor, user } = show();
  await user.click(screen.getByRole("button", { name: "Clip 1, 0:00 to 0:40" }));
  const speed = screen.getByRole("slider", { name: "Speed" });
  fireEvent.input(speed, { target: { value: "5" } });
  fireEvent.input(speed, { target: { value: "6" } });
  expect(editor.getState().document.clips).toEqual([{ start: 0, end: 40, speed: 2 }]);
  await user.click(screen.getByRole("checkbox", { name: "Mute" }));
  expect(editor.getState().document.clips[0]?.volume).toBe(0);
  editor.undo();
  editor.undo();
  expect(editor.getState().document.clips).toEqual([{ start: 0, end: 40 }]);
});

test("after a click on a button of the panel, arrows move the playhead; in a row of buttons they move between these", async () => {
  const { editor, user } = show();
  await user.click(screen.getByRole("button", { name: "Use this frame" }));
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(editor.getState().playhead).toBe(2);
  await user.keyboard(" ");
  expect(editor.getState()).toMatchObject({ isPlaying: false, document: { poster: { at: 2 } } });
  await user.click(screen.getByRole("tab", { name: "Sound" }));
  await user.keyboard("{ArrowLeft}");
  expect(editor.getState()).toMatchObject({ playhead: 2, panel: "chapters" });
});

test("the crop has its numbers beside it, also while a clip is selected", async () => {
  const { editor, user } = show();
  await user.click(within(timeline()).getByRole("button", { name: /^Clip 1/u }));
  await user.keyboard("c");
  fireEvent.input(screen.getByRole("slider", { name: "Left" }), { target: { value: "20" } });
  expect(editor.getState().document.crop).toMatchObject({ x: 0.2, width: 0.8 });
  await user.keyboard("{Escape}");
  expect(screen.getByRole("slider", { name: "Speed" })).toBeTruthy();
});

test("the save key and the list of shortcuts", async () => {
  const { onSave, user } = show();
  await user.keyboard("{Control>}s{/Control}");
  expect(onSave).toHaveBeenCalledOnce();
  await user.keyboard("?");
  const keys = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  // Every tool of the page with a key is in the list.
  for (const letter of ["S", "[", "]", "C", "B", "T", "Z", "H", "W", "N"]) expect(within(keys).getByText(letter)).toBeTruthy();
});

test("the lane of words shows the removed parts, selected with the part on the video lane", async () => {
  const cues = [
    { from: 1, to: 3, text: "Here is the page" },
    { from: 14, to: 18, text: "Sorry, again" },
  ];
  const { editor, user } = show({ clips: [5, 10, 20].map((start, nth) => ({ start, end: [8, 16, 40][nth]! })) }, [], {
    captions: [{ language: "en", label: "English", cues, onSave: () => Promise.resolve(true) }],
  });
  const blocks = (lane: string): HTMLElement[] => [
    ...within(timeline()).getByRole("group", { name: lane }).querySelectorAll<HTMLElement>('[aria-hidden][data-item^="removed:"]'),
  ];
  expect(blocks("Captions")).toEqual([]);
  // Captions end where their clip ends.
  expect(names("Captions")).toEqual(["Caption Sorry, again, 0:14 to 0:16"]);
  act(() => editor.setPanel("words"));
  expect(blocks("Words").map(({ dataset }) => dataset["item"])).toEqual(["removed:0:5", "removed:8:10", "removed:16:20"]);
  act(() => editor.cutSource(undefined, [{ from: 11, to: 15 }]));
  expect(blocks("Words").map(({ dataset }) => dataset["item"])).toEqual(["removed:0:5", "removed:8:10", "removed:11:15", "removed:16:20"]);
  await user.pointer({ keys: "[MouseLeft]", target: blocks("Words")[2]! });
  expect(editor.getState().selection).toEqual({ kind: "removed", start: 11, end: 15 });
  expect(blocks("Words").map(({ dataset }) => dataset["selected"])).toEqual([undefined, undefined, "true", undefined]);
  expect(within(timeline()).getByRole("button", { name: /^Cut .*0:1/u, pressed: true }).textContent).toBe("4.0 s");
});

test("changed captions are stored together", async () => {
  const onSave = vi.fn((_texts: ReadonlyMap<number, string>) => Promise.resolve(true));
  const cues = [
    { from: 1, to: 3, text: "Here is the page" },
    { from: 4, to: 6, text: "Wach the total" },
  ];
  const { user } = show({}, [], { captions: [{ language: "en", label: "English", cues, onSave }] });
  expect(names("Captions")).toEqual(["Caption Here is the page, 0:01 to 0:03", "Caption Wach the total, 0:04 to 0:06"]);
  await user.click(screen.getByRole("tab", { name: "Captions" }));
  const text = screen.getByRole("textbox", { name: "Caption at 0:04" });
  await user.clear(text);
  await user.type(text, "Watch the total");
  await user.click(screen.getByRole("button", { name: "Save captions" }));
  expect([...(onSave.mock.calls[0]?.[0] ?? [])]).toEqual([[1, "Watch the total"]]);
});

test("a language is added to the captions, and its texts are shown next", async () => {
  const track = (language: string, label: string) => ({
    language,
    label,
    cues: [{ from: 1, to: 3, text: label }],
    onSave: () => Promise.resolve(true),
  });
  const editor = createVideoEditor({ document: wholeVideo(40), source });
  function Host(): ReactNode {
    const [captions, setCaptions] = useState([track("en", "English")]);
    return (
      <VideoEditorTextsProvider texts={texts}>
        <VideoEditorView
          editor={editor}
          start={null}
          actions={null}
          stage={null}
          captions={captions}
          onAddLanguage={() => setCaptions((before) => [...before, track("de", "Deutsch")])}
          onUpload={() => Promise.resolve(null)}
          onChooseItem={() => Promise.resolve(null)}
          onSave={() => {}}
        />
      </VideoEditorTextsProvider>
    );
  }
  render(<Host />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("tab", { name: "Captions" }));
  const text = (): string => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Caption at 0:01" }).value;
  expect(text()).toBe("English");
  await user.click(screen.getByRole("button", { name: "Add language" }));
  expect(text()).toBe("Deutsch");
  await user.click(screen.getByRole("button", { name: "English" }));
  expect(text()).toBe("English");
});

test("each kind of effect has a tab with its effects, and the tools open and close their panels", async () => {
  const box = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
  const effects = [
    { id: "b1", kind: "blur", start: 1, end: 4, ...box },
    { id: "b2", kind: "pixelate", start: 10, end: 14, ...box },
    { id: "z1", kind: "zoom", start: 5, end: 8, ...box },
  ].map((effect) => EditEffect.parse(effect));
  const { editor, user } = show({ effects }, [], { wordsPanel: <p>All words</p>, framePanel: <p>The frame</p> });
  const tabs = (): (string | null)[] => screen.getAllByRole("tab").map(({ textContent }) => textContent?.trim() ?? null);
  const current = (): string | undefined => screen.getByRole("tab", { selected: true }).textContent?.trim();
  expect(tabs()).toEqual(["Video", "Blur", "Zoom", "Words", "Captions", "Chapters", "Sound", "Frame"]);
  expect(current()).toBe("Video");

  act(() => editor.seek(9));
  await user.click(screen.getByRole("tab", { name: "Blur" }));
  expect(editor.getState().selection).toEqual({ kind: "effect", ids: ["b2"] });
  expect(current()).toBe("Blur 2");
  await user.keyboard("{ArrowRight}");
  expect(editor.getState().selection).toEqual({ kind: "effect", ids: ["z1"] });
  expect(current()).toBe("Zoom 1");
  await user.click(screen.getByRole("tab", { name: "Video" }));
  expect(editor.getState().selection).toBeNull();

  for (const [name, text] of [
    ["Words", "All words"],
    ["Frame", "The frame"],
  ] as const) {
    const tool = within(screen.getByRole("toolbar", { name: "Edit the video" })).getByRole("button", { name });
    await user.click(tool);
    expect(screen.getByText(text)).not.toBeNull();
    expect([current(), tool.getAttribute("aria-pressed")]).toEqual([name, "true"]);
    await user.click(tool);
    expect(current()).toBe("Video");
  }
});

test("the poster is an image of the library, an uploaded image or chosen automatically", async () => {
  const asset = (id: string, name: string) => ({ id, kind: "picture", name, url: `/${id}`, duration: null, width: 9, height: 9 }) as const;
  const chosen = [null, asset("l", "Sea")];
  const { editor, user } = show({}, [], {
    onChoosePicture: () => Promise.resolve(chosen.shift() ?? null),
    onUpload: () => Promise.resolve(asset("u", "")),
  });
  const poster = within(screen.getByRole("heading", { name: "Poster" }).closest("section") as HTMLElement);
  const library = (): HTMLElement => poster.getByRole("button", { name: "From the library" });
  await user.click(library());
  expect(editor.getState().document.poster).toBeNull();
  await user.click(library());
  expect(editor.getState().document.poster).toEqual({ assetId: "l" });
  poster.getByText("Sea");
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement,
    new File(["x"], "x.png", { type: "image/png" }),
  );
  expect(editor.getState().document.poster).toEqual({ assetId: "u" });
  poster.getByText("Uploaded image");
  await user.click(poster.getByRole("button", { name: "Choose automatically" }));
  expect(editor.getState().document.poster).toBeNull();
});
