import { videoSource } from "../../core/source.fixture.ts";
import { STAMPS, type EditEffect } from "@stillreel/contract";
import { createEditorTexts } from "@stillreel/editor/react";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createVideoEditor, type GivenTranscript, type VideoEditor, wholeVideo, type Word } from "../../core/index.ts";
import { VideoEditorContext } from "../editor-context.tsx";
import { english } from "../texts.ts";
import { VideoEditorTextsProvider } from "../texts-context.tsx";
import { WordsPanel } from "../words/words-panel.tsx";
import { EffectControls } from "./effect-controls.tsx";
import { FramePanel } from "./frame-panel.tsx";

const source = videoSource({ duration: 12 });
const texts = createEditorTexts("en", "ltr", english) as unknown as Parameters<typeof VideoEditorTextsProvider>[0]["texts"];
let editor: VideoEditor;

const show = (panel: ReactNode): ReturnType<typeof userEvent.setup> => {
  render(
    <VideoEditorTextsProvider texts={texts}>
      <VideoEditorContext value={editor}>{panel}</VideoEditorContext>
    </VideoEditorTextsProvider>,
  );
  return userEvent.setup();
};
const effect = (): EditEffect | undefined => editor.getState().document.effects[0];
const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 };

beforeEach(() => {
  editor = createVideoEditor({ document: wholeVideo(12), source });
});
afterEach(cleanup);

describe("the controls of a cover", () => {
  it("change its kind with the same place, and its strength as one undo step", async () => {
    editor.addEffect({ kind: "blur", start: 0, end: 4, ...box, strength: 20 });
    const user = show(<EffectControls />);
    const slider = screen.getByRole("slider", { name: "Strength" });
    for (const value of ["30", "40"]) fireEvent.input(slider, { target: { value } });
    fireEvent.change(slider);
    expect(effect()).toMatchObject({ strength: 40 });
    act(() => editor.undo());
    expect(effect()).toMatchObject({ strength: 20 });
    await user.click(screen.getByRole("button", { name: "Pixels" }));
    expect(effect()).toMatchObject({ kind: "pixelate", ...box });
    await user.click(screen.getByRole("button", { name: "Solid" }));
    expect(screen.queryByRole("slider", { name: "Strength" })).toBeNull();
    await user.click(within(screen.getByRole("group", { name: "Color" })).getByRole("button", { name: "Red" }));
    expect(effect()).toMatchObject({ kind: "solid", color: "#E5352B" });
    expect(screen.getByText("Burned in on save.")).not.toBeNull();
  });

  it("list its positions, add one at the playhead, remove one, and end the movement", async () => {
    editor.addEffect({ kind: "blur", start: 0, end: 4, ...box, strength: 20 });
    editor.seek(1);
    const user = show(<EffectControls />);
    await user.click(screen.getByRole("button", { name: "Add a position at 0:01.0" }));
    act(() => editor.seek(3));
    await user.click(screen.getByRole("button", { name: "Add a position at 0:03.0" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Position at 0:01.0" }));
    expect(editor.getState().playhead).toBe(1);
    await user.click(screen.getByRole("button", { name: "Remove the position at 0:03.0" }));
    expect(effect()).toMatchObject({ keys: [{ at: 1 }] });
    await user.click(screen.getByRole("button", { name: "Remove the position at 0:01.0" }));
    expect(screen.queryByRole("list")).toBeNull();
  });
});

describe("the controls of a zoom", () => {
  it("set its level around its middle, and its speed", async () => {
    editor.addEffect({ kind: "zoom", start: 0, end: 4, x: 0.25, y: 0.25, width: 0.5, height: 0.5, easeIn: 0.6, easeOut: 0.6 });
    const user = show(<EffectControls />);
    expect(screen.getByRole("slider", { name: "Level" }).getAttribute("aria-valuetext")).toBe("2×");
    fireEvent.input(screen.getByRole("slider", { name: "Level" }), { target: { value: "4" } });
    expect(effect()).toMatchObject({ x: 0.375, y: 0.375, width: 0.25, height: 0.25 });
    await user.click(screen.getByRole("button", { name: "Cut" }));
    expect(effect()).toMatchObject({ easeIn: 0, easeOut: 0 });
    await user.click(screen.getByRole("button", { name: "Slow" }));
    expect(effect()).toMatchObject({ easeIn: 1.2, easeOut: 1.2 });
  });
});

describe("the controls of texts and figures", () => {
  it("change the text and its background", async () => {
    editor.addEffect({
      kind: "text",
      start: 0,
      end: 4,
      ...box,
      text: "",
      size: 0.05,
      color: "#FFFFFF",
      background: null,
      bold: true,
      align: "start",
    });
    const user = show(<EffectControls />);
    await user.type(screen.getByRole("textbox", { name: "Text" }), "Sum");
    await user.click(screen.getByRole("switch", { name: "Background" }));
    await user.click(screen.getByRole("button", { name: "Middle" }));
    expect(effect()).toMatchObject({ text: "Sum", background: "#17161C", align: "middle" });
  });

  it("show the styles that the kind of figure has", async () => {
    const arrow = {
      id: "a",
      type: "arrow",
      opacity: 1,
      rotation: 0,
      hidden: false,
      from: { x: 0, y: 0 },
      to: { x: 9, y: 9 },
      bend: 0,
    } as const;
    editor.addEffect({ kind: "figure", start: 0, end: 4, shape: { ...arrow, color: "#E5352B", strokeWidth: 6, heads: "end" } });
    const user = show(<EffectControls />);
    expect(screen.queryByRole("slider", { name: "Font size" })).toBeNull();
    await user.click(screen.getByRole("switch", { name: "Both ends" }));
    fireEvent.input(screen.getByRole("slider", { name: "Line width" }), { target: { value: "12" } });
    expect(effect()).toMatchObject({ shape: { heads: "both", strokeWidth: 12 } });
    await user.click(screen.getByRole("switch", { name: "Curved" }));
    expect(effect()).toMatchObject({ shape: { bend: expect.not.closeTo(0) as number } });
  });

  it("offer every stamp by its name, and the styles of a callout's text", async () => {
    const common = { opacity: 1, rotation: 0, hidden: false, x: 10, y: 10, color: "#E5352B" } as const;
    editor.addEffect({ kind: "figure", start: 0, end: 4, shape: { ...common, id: "s", type: "stamp", size: 40, glyph: "check" } });
    const user = show(<EffectControls />);
    const stamps = screen.getByRole("toolbar", { name: "Stamps" });
    expect(within(stamps).getAllByRole("button")).toHaveLength(STAMPS.length);
    await user.click(within(stamps).getByRole("button", { name: "Thumbs up" }));
    expect(effect()).toMatchObject({ shape: { glyph: "thumbs-up" } });
    await user.click(within(screen.getByRole("toolbar", { name: "Emoji" })).getByRole("button", { name: "🎉" }));
    expect(effect()).toMatchObject({ shape: { glyph: "🎉" } });
    await user.type(screen.getByRole("textbox", { name: "Other emoji" }), "🦊{Enter}");
    expect(effect()).toMatchObject({ shape: { glyph: "🦊" } });
    act(() => {
      editor.addEffect({
        kind: "figure",
        start: 0,
        end: 4,
        shape: {
          ...common,
          id: "c",
          type: "callout",
          width: 90,
          height: 40,
          fontSize: 20,
          bold: false,
          align: "start",
          text: "Hi",
          tip: { x: 0, y: 0 },
        },
      });
    });
    await user.click(screen.getByRole("switch", { name: "Bold" }));
    await user.click(screen.getByRole("button", { name: "End" }));
    expect(editor.getState().document.effects[1]).toMatchObject({ shape: { bold: true, align: "end" } });
  });
});

describe("the frame", () => {
  it("is the same one after it was off, and has an uploaded picture", async () => {
    const asset = { id: "p", kind: "picture", name: "Wall", url: "/p", duration: null, width: 9, height: 9 } as const;
    const user = show(<FramePanel onUpload={() => Promise.resolve(asset)} />);
    const toggle = screen.getByRole("switch", { name: /Frame/u });
    await user.click(toggle);
    fireEvent.input(screen.getByRole("slider", { name: "Space" }), { target: { value: "40" } });
    fireEvent.input(screen.getByRole("slider", { name: "Shadow" }), { target: { value: "25" } });
    await user.click(within(screen.getByRole("group", { name: "Shape" })).getByRole("button", { name: "1:1" }));
    expect(editor.getState().document.frame).toMatchObject({ shadow: 0.25, shape: "1:1" });
    await user.click(toggle);
    expect(editor.getState().document.frame).toBeNull();
    await user.click(toggle);
    expect(editor.getState().document.frame).toMatchObject({ space: 40, background: { from: "#FBE3CB" } });
    await user.upload(screen.getByLabelText("Upload an image"), new File(["x"], "wall.png", { type: "image/png" }));
    expect(editor.getState().document.frame?.background).toEqual({ assetId: "p" });
    expect(screen.getByRole("button", { name: "Wall" }).getAttribute("aria-pressed")).toBe("true");
    expect(screen.queryByRole("button", { name: "From the library" })).toBeNull();
  });

  it("has a picture of the library, and stays as it is when none is chosen", async () => {
    const chosen = [null, { id: "l", kind: "picture", name: "Sea", url: "/l", duration: null, width: 9, height: 9 } as const];
    const user = show(
      <FramePanel onUpload={() => Promise.resolve(null)} onChoosePicture={() => Promise.resolve(chosen.shift() ?? null)} />,
    );
    await user.click(screen.getByRole("switch", { name: /Frame/u }));
    const before = editor.getState().document.frame;
    await user.click(screen.getByRole("button", { name: "From the library" }));
    expect(editor.getState().document.frame).toEqual(before);
    await user.click(screen.getByRole("button", { name: "From the library" }));
    expect(editor.getState().document.frame?.background).toEqual({ assetId: "l" });
    expect(screen.getByRole("button", { name: "Sea" }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("words", () => {
  const spoken = ["Okay", "um", "here", "it", "is"].map((text, index) => ({ text, start: 1 + index * 0.5, end: 1.4 + index * 0.5 }));
  const transcript: GivenTranscript = { language: "en", segments: [{ start: 1, end: 3.4, text: "Okay um here it is", words: spoken }] };
  const struck = (): (string | null)[] =>
    screen
      .getAllByRole("option")
      .filter((word) => "struck" in word.dataset)
      .map((word) => word.textContent);
  const clips = (): string[] => editor.getState().document.clips.map(({ start, end }) => `${start}-${end}`);

  it("are selected by keys, cut, brought back, and undone", async () => {
    const user = show(<WordsPanel transcript={transcript} shown={null} />);
    screen.getByRole("listbox", { name: "Words of the video" }).focus();
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}");
    expect(screen.getAllByRole("option", { selected: true }).map((word) => word.textContent)).toEqual(["here", "it"]);
    await user.keyboard("{Backspace}");
    expect(struck()).toEqual(["here", "it"]);
    expect(clips()).toEqual(["0-1.98", "2.92-12"]);
    await screen.findByText("2 words cut");
    await user.keyboard("{ArrowLeft}{Delete}");
    expect(struck()).toEqual(["it"]);
    act(() => editor.undo());
    expect(struck()).toEqual(["here", "it"]);
  });

  it("are selected with their removed part on the timeline, and the other way round", async () => {
    const user = show(<WordsPanel transcript={transcript} shown={null} />);
    act(() => editor.setPanel("words"));
    const selected = (): (string | null)[] => screen.queryAllByRole("option", { selected: true }).map((word) => word.textContent);
    await user.click(screen.getByRole("option", { name: "here" }));
    await user.keyboard("{Backspace}");
    await user.click(screen.getByRole("option", { name: "Okay" }));
    expect(editor.getState().selection).toBeNull();
    await user.click(screen.getByRole("option", { name: "here, cut" }));
    const { start, end } = editor.getState().timeline.segments.find(({ kind }) => kind === "removed")!;
    expect(editor.getState()).toMatchObject({ selection: { kind: "removed", start, end }, panel: "words" });
    await user.click(screen.getByRole("option", { name: "um" }));
    expect(editor.getState().selection).toBeNull();
    expect(selected()).toEqual(["um"]);
    act(() => editor.select({ kind: "removed", start, end }));
    expect(selected()).toEqual(["here"]);
    expect(editor.getState().panel).toBe("words");
  });

  it("are cut and brought back by dragging the edge of a cut, as one step", async () => {
    const user = show(<WordsPanel transcript={transcript} shown={null} />);
    await user.click(screen.getByRole("option", { name: "here" }));
    await user.keyboard("{Backspace}");
    const list = screen.getByRole("listbox", { name: "Words of the video" });
    list.setPointerCapture = () => {};
    const drag = (side: string, to: string): void => {
      document.elementFromPoint = () => screen.getByRole("option", { name: to });
      fireEvent.pointerDown(list.querySelector(`[data-cut-edge="${side}"]`)!, { button: 0, pointerId: 1 });
      fireEvent.pointerMove(list, { pointerId: 1 });
      fireEvent.pointerUp(list, { pointerId: 1 });
    };
    drag("end", "is");
    expect(struck()).toEqual(["here", "it", "is"]);
    await screen.findByText("2 words cut");
    act(() => editor.undo());
    expect(struck()).toEqual(["here"]);
    drag("start", "Okay");
    expect(struck()).toEqual(["Okay", "um", "here"]);
    drag("start", "here, cut");
    expect(struck()).toEqual(["here"]);
    // One word stays: a click on it and a key bring it back.
    drag("end", "Okay");
    expect(struck()).toEqual(["here"]);
  });

  it("are corrected with F2, without a change of the video", async () => {
    const onCorrect = vi.fn((_word: Word, _text: string) => Promise.resolve(true));
    const user = show(<WordsPanel transcript={transcript} shown={null} onCorrect={onCorrect} />);
    const list = screen.getByRole("listbox", { name: "Words of the video" });
    await user.click(screen.getByRole("option", { name: "here" }));
    list.focus();
    await user.keyboard("{F2}");
    await user.keyboard("there{Enter}");
    expect(onCorrect).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: "here", segment: 0, index: 2 }), "there");
    await waitFor(() => expect(document.activeElement).toBe(list));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(clips()).toEqual(["0-12"]);
    // Escape, an unchanged text and an empty one store nothing.
    await user.click(screen.getByRole("button", { name: "Correct the text of the word" }));
    await user.keyboard("x{Escape}");
    await user.keyboard("{F2}{Enter}");
    await user.keyboard("{F2}{Backspace}{Enter}");
    expect(screen.getByRole("textbox", { name: 'Text of "here"' })).not.toBeNull();
    expect(onCorrect).toHaveBeenCalledOnce();
  });

  it("play from the cursor, and with Alt through what is cut", async () => {
    const user = show(<WordsPanel transcript={transcript} shown={null} />);
    await user.click(screen.getByRole("option", { name: "here" }));
    expect(editor.getState().playhead).toBe(2);
    await user.keyboard(" ");
    expect(editor.getState()).toMatchObject({ isPlaying: true, isThrough: false });
    await user.keyboard(" {Alt>} {/Alt}");
    expect(editor.getState()).toMatchObject({ isPlaying: true, isThrough: true });
  });

  it("are tidied up as one step, without what the user wants to have, and are shown on the timeline before", async () => {
    const user = show(<WordsPanel transcript={transcript} shown={null} />);
    expect(screen.getByText("Remove silences (2) and fillers (1)")).not.toBeNull();
    expect(editor.getState().proposals).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(editor.getState()).toMatchObject({ isPlaying: true, playhead: 0 });
    await user.click(screen.getByRole("button", { name: "Keep this" }));
    expect(screen.getByRole("button", { name: "Remove 2" })).not.toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Silences over 0.8 s" }));
    expect(screen.getByText("0:11")).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "Remove 1" }));
    expect(struck()).toEqual(["um"]);
    act(() => editor.undo());
    expect(clips()).toEqual(["0-12"]);
  });

  it("are found, and offered when there are none", async () => {
    const user = show(
      <>
        <WordsPanel transcript={transcript} shown={null} />
        <WordsPanel transcript={null} shown={null} empty={<button type="button">Write</button>} />
        <WordsPanel transcript={null} shown={null} />
      </>,
    );
    await user.click(screen.getByRole("button", { name: "Search words" }));
    await user.type(screen.getByRole("searchbox"), "it i{Enter}");
    expect(screen.getAllByRole("option", { selected: true }).map((word) => word.textContent)).toEqual(["it", "is"]);
    expect(screen.getByRole("button", { name: "Write" })).not.toBeNull();
    expect(screen.getByText("This video has no transcript yet.")).not.toBeNull();
  });
});
