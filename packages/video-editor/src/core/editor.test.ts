import { videoSource } from "./source.fixture.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { removedChapters } from "./clip-edits.ts";
import { wholeVideo } from "./document.ts";
import { createVideoEditor } from "./editor.ts";
import type { VideoEditor } from "./editor.types.ts";
import { editedTime, skipFrom, timelineRanges, timelineTime } from "./timeline.ts";

const source = videoSource;

const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
let editor: VideoEditor;
const clips = (): string[] => editor.getState().document.clips.map(({ start, end, itemId = "" }) => `${itemId}${start}-${end}`);
const segments = (): string[] => editor.getState().timeline.segments.map(({ kind, from, to }) => `${kind} ${from}-${to}`);

beforeEach(() => {
  editor = createVideoEditor({ document: wholeVideo(40), source: source() });
});

describe("clips", () => {
  it("are split, removed, brought back and undone, and removed parts do not move what follows", () => {
    editor.seek(10);
    editor.split();
    editor.seek(14);
    editor.split();
    editor.select({ kind: "clip", indexes: [1] });
    editor.removeSelection();
    expect(clips()).toEqual(["0-10", "14-40"]);
    expect(segments()).toEqual(["clip 0-10", "removed 10-14", "clip 14-40"]);
    expect(editor.getState().playhead).toBe(14);
    editor.select({ kind: "removed", start: 10, end: 14 });
    editor.removeSelection();
    expect(clips()).toEqual(["0-40"]);
    for (let steps = 0; steps < 4; steps += 1) editor.undo();
    expect(editor.getState().document).toEqual(wholeVideo(40));
    expect(editor.getState()).toMatchObject({ canUndo: false, canRedo: true });
    editor.redo();
    expect(clips()).toEqual(["0-10", "10-40"]);
  });

  it("start and end at the playhead, and a trim inside of a removed part brings it back up to there", () => {
    editor.seek(4);
    editor.trimStart();
    editor.seek(36);
    editor.trimEnd();
    expect(clips()).toEqual(["4-36"]);
    expect(segments()).toEqual(["removed 0-4", "clip 4-36", "removed 36-40"]);
    expect(editor.getState().timeline.segments.map((one) => one.kind === "removed" && one.isTrimmed)).toEqual([true, false, true]);
    editor.seek(2);
    editor.trimStart();
    expect(clips()).toEqual(["2-36"]);
  });

  it("lose the content of a range, and the whole video cannot be removed", () => {
    editor.select({ kind: "range", from: 8, to: 12 });
    editor.removeSelection();
    expect(clips()).toEqual(["0-8", "12-40"]);
    editor.cutSource(undefined, [
      { from: 1, to: 2 },
      { from: 20, to: 21 },
    ]);
    expect(clips()).toEqual(["0-1", "2-8", "12-20", "21-40"]);
    editor.undo();
    editor.cutSource(undefined, [{ from: 0, to: 50 }]);
    expect(clips()).toEqual(["0-8", "12-40"]);
    expect(editor.getState().refusal).toEqual({ code: "nothing-left" });
  });

  it("move with their removed parts, and times of source and timeline belong together", () => {
    editor.cutSource(undefined, [{ from: 10, to: 20 }]);
    editor.setClips([0], { speed: 2 });
    editor.moveClip(0, 1);
    expect(clips()).toEqual(["20-40", "0-10"]);
    expect(segments()).toEqual(["clip 0-20", "clip 20-25", "removed 25-35"]);
    const { timeline } = editor.getState();
    expect(timelineRanges(timeline, undefined, { from: 8, to: 21 })).toEqual([
      { from: 0, to: 1 },
      { from: 24, to: 35 },
    ]);
    expect([editedTime(timeline, 22), timelineTime(timeline, 22), skipFrom(timeline, 30)]).toEqual([22, 22, null]);
  });

  it("have edges that stop at the source and at their neighbours, and a drag is one step", () => {
    editor.cutSource(undefined, [{ from: 10, to: 20 }]);
    for (const at of [12, 16, 25]) editor.moveEdge(0, "end", at);
    editor.settle();
    editor.moveEdge(1, "end", 90);
    expect(clips()).toEqual(["0-20", "20-40"]);
    editor.undo();
    expect(clips()).toEqual(["0-10", "20-40"]);
  });

  it("are joined from other items at the playhead", () => {
    editor.seek(40);
    editor.join(source({ itemId: "still", type: "image", duration: 0 }));
    expect(clips()).toEqual(["0-40", "still0-4"]);
    expect(editor.sourceOf("still")?.type).toBe("image");
    expect(editor.lengthOf("still")).toBe(600);
  });
});

describe("the playhead", () => {
  it("stays at its frame when a clip before it changes its speed", () => {
    editor.seek(10);
    editor.split();
    editor.seek(30);
    editor.setClips([0], { speed: 2 });
    expect(editor.getState().playhead).toBe(25);
    expect(editor.shown().at).toBe(30);
  });

  it("steps by frames, and over cuts", () => {
    editor.cutSource(undefined, [{ from: 10, to: 20 }]);
    editor.seek(1);
    editor.step("frame", 1);
    expect(editor.getState().playhead).toBeCloseTo(1.04);
    editor.step("frame", -1);
    editor.step("frame", -1);
    expect(editor.getState().playhead).toBeCloseTo(0.96);
    editor.step("cut", 1);
    expect(editor.getState().playhead).toBe(10);
    editor.step("frame", -1);
    expect(editor.getState().playhead).toBeCloseTo(9.96);
    const { seeks } = editor.getState();
    editor.follow(12);
    expect(editor.getState().seeks).toBe(seeks);
  });
});

describe("effects", () => {
  it("are visible at the playhead when they are added, also between two microseconds", () => {
    editor.seek(5.995341614906833);
    const range = editor.rangeForEffect(4);
    expect(range?.start).toBeLessThanOrEqual(editor.shown().at);
    expect(range?.start).toBeCloseTo(5.995341, 6);
  });

  it("are added at the playhead, changed as one step, duplicated and removed", () => {
    editor.seek(38);
    const range = editor.rangeForEffect(4);
    expect(range).toEqual({ itemId: undefined, start: 38, end: 40 });
    const id = editor.addEffect({ kind: "blur", start: 38, end: 40, ...box, strength: 20 }) ?? "";
    for (const strength of [30, 40]) editor.updateEffect(id, { strength }, "strength");
    editor.settle();
    editor.undo();
    expect(editor.getState().document.effects[0]).toMatchObject({ strength: 20 });
    editor.setKey(id, 39, { ...box, x: 0.5 });
    editor.setKey(id, 39.001, { ...box, x: 0.6 });
    expect(editor.getState().document.effects[0]).toMatchObject({ keys: [{ at: 39.001, x: 0.6 }] });
    editor.moveEffect(id, { from: 10, to: 12 });
    expect(editor.getState().document.effects[0]).toMatchObject({ start: 10, end: 12, keys: [{ at: 11.001 }] });
    editor.duplicateEffect(id);
    expect(editor.getState().document.effects).toHaveLength(2);
    editor.removeSelection();
    expect(editor.getState().document.effects.map((one) => one.id)).toEqual([id]);
  });

  it("zooms stop at each other", () => {
    const zoom = { kind: "zoom", ...box, easeIn: 0.6, easeOut: 0.6 } as const;
    const first = editor.addEffect({ ...zoom, start: 4, end: 8 }) ?? "";
    expect(editor.addEffect({ ...zoom, start: 6, end: 9 })).toBeNull();
    expect(editor.getState().refusal).toEqual({ code: "zooms-overlap" });
    expect(editor.addEffect({ ...zoom, start: 2, end: 6 })).not.toBeNull();
    expect(editor.getState().document.effects[1]).toMatchObject({ start: 2, end: 4 });
    editor.moveEffect(first, { from: 3, to: 7 });
    expect(editor.getState().document.effects[0]).toMatchObject({ start: 4, end: 8 });
  });
});

describe("chapters", () => {
  it("start from those of the video, and lost ones are found", () => {
    const chapters = [
      { at: 0, name: "Open" },
      { at: 10, name: "Totals" },
      { at: 20, name: "Why" },
    ];
    editor = createVideoEditor({ document: wholeVideo(40), source: source(), chapters });
    editor.cutSource(undefined, [{ from: 9, to: 20 }]);
    expect(removedChapters(editor.getState().document, editor.getState().chapters, 40)).toEqual(["Totals"]);
    expect(editor.getState().document.chapters).toBeNull();
    editor.seek(25);
    editor.addChapter("More");
    expect(editor.getState().document.chapters?.map(({ name }) => name)).toEqual(["Open", "Totals", "Why", "More"]);
    expect(editor.getState().selection).toEqual({ kind: "chapter", index: 3 });
    editor.removeSelection();
    expect(editor.getState().chapters).toHaveLength(3);
  });
});
