import type { EditEffectOf, PointerTrack } from "@stillreel/contract";
import { createEditorTexts } from "@stillreel/editor/react";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDefaultEffect, createVideoEditor, type VideoEditor, wholeVideo } from "../../core/index.ts";
import { videoSource } from "../../core/source.fixture.ts";
import { EffectControls } from "../effects/effect-controls.tsx";
import { VideoEditorContext } from "../editor-context.tsx";
import { english } from "../texts.ts";
import { VideoEditorTextsProvider } from "../texts-context.tsx";
import { ZoomOffers } from "./zoom-offers.tsx";

const texts = createEditorTexts("en", "ltr", english) as unknown as Parameters<typeof VideoEditorTextsProvider>[0]["texts"];
const TRACK: PointerTrack = {
  moves: Array.from({ length: 400 }, (_, index) => [index / 10, index / 400, 0.5]),
  clicks: [
    [5, 0.2, 0.5],
    [20, 0.5, 0.5],
    [21, 0.5, 0.6],
  ],
};
let editor: VideoEditor;
const zooms = () => editor.getState().document.effects as EditEffectOf<"zoom">[];

function show(panel: React.ReactNode): ReturnType<typeof userEvent.setup> {
  render(
    <VideoEditorTextsProvider texts={texts}>
      <VideoEditorContext value={editor}>{panel}</VideoEditorContext>
    </VideoEditorTextsProvider>,
  );
  return userEvent.setup();
}
beforeEach(() => {
  editor = createVideoEditor({ document: wholeVideo(40), source: videoSource() });
});
afterEach(cleanup);

describe("zooms on clicks", () => {
  it("are offered on the timeline, and the chosen ones are added as one undo step", async () => {
    editor.setPointer(TRACK);
    const user = show(<ZoomOffers />);
    screen.getByText("3 clicks were recorded.");
    await user.click(screen.getByRole("button", { name: "Suggest zooms" }));
    expect(editor.getState().offers).toEqual([
      { from: 4, to: 6.6 },
      { from: 19, to: 22.6 },
    ]);
    expect(zooms()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Zoom from 0:04.0 to 0:06.6" }));
    await user.click(screen.getByRole("button", { name: /0:19.0 to 0:22.6\s*2 clicks/u }));
    expect(editor.getState().playhead).toBe(19);
    await user.click(screen.getByRole("checkbox", { name: "Zoom from 0:04.0 to 0:06.6" }));
    expect(editor.getState().offers).toEqual([{ from: 19, to: 22.6 }]);
    await user.click(screen.getByRole("checkbox", { name: "Zoom from 0:04.0 to 0:06.6" }));
    await user.click(screen.getByRole("button", { name: "Add 2 zooms" }));
    expect(zooms()).toMatchObject([
      { start: 4, end: 6.6 },
      { start: 19, end: 22.6 },
    ]);
    expect(within(screen.getByRole("region", { name: "Zoom on clicks" })).getByRole("status").textContent).toBe("2 zooms added");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Suggest zooms" }));
    expect(editor.getState().offers).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Suggest zooms" }));
    screen.getByText("Zooms show every click already.");
    act(() => editor.undo());
    expect(zooms()).toEqual([]);
  });

  it("change nothing when the user cancels, and are not offered without clicks", async () => {
    editor.setPointer({ moves: TRACK.moves, clicks: [] });
    const user = show(<ZoomOffers />);
    screen.getByText(/No clicks were recorded/u);
    expect(screen.queryByRole("button")).toBeNull();
    act(() => editor.setPointer(TRACK));
    await user.click(screen.getByRole("button", { name: "Suggest zooms" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(zooms()).toEqual([]);
    expect(editor.getState().canUndo).toBe(false);
    expect(editor.getState().offers).toEqual([]);
  });
});

describe("a zoom that follows the pointer", () => {
  const add = () => addDefaultEffect(editor, "zoom", "");

  it("is aimed at the last click when it is added", () => {
    editor.setPointer(TRACK);
    editor.seek(10);
    add();
    expect(zooms()[0]).toMatchObject({ start: 10, x: 0, y: 0.25, width: 0.5 });
    editor.seek(30);
    add();
    expect(zooms()[1]?.y).toBeCloseTo(0.35);
  });

  it("gets its positions from the switch and with another level, and stays where it is afterwards", async () => {
    editor.setPointer(TRACK);
    editor.seek(10);
    add();
    const user = show(<EffectControls />);
    const control = screen.getByRole("switch", { name: "Follow the pointer" });
    await user.click(control);
    expect(zooms()[0]?.followsPointer).toBe(true);
    expect(zooms()[0]?.keys?.length).toBeGreaterThan(1);
    expect(screen.queryByText("Positions")).toBeNull();
    const slider = screen.getByRole("slider", { name: "Level" });
    fireEvent.input(slider, { target: { value: "4" } });
    fireEvent.change(slider);
    expect(zooms()[0]).toMatchObject({ followsPointer: true, keys: expect.arrayContaining([expect.objectContaining({ width: 0.25 })]) });
    await user.click(control);
    expect(zooms()[0]).not.toHaveProperty("keys");
    expect(zooms()[0]).toMatchObject({ width: 0.25 });
  });

  it("says why that is not possible without a recorded pointer", () => {
    editor.setPointer({ moves: [], clicks: [] });
    add();
    show(<EffectControls />);
    const control = screen.getByRole<HTMLInputElement>("switch", { name: "Follow the pointer" });
    expect(control.disabled).toBe(true);
    const id = control.getAttribute("aria-describedby") ?? "";
    expect(document.querySelector(`[id="${id}"]`)?.textContent).toMatch(/No pointer was recorded/u);
  });
});
