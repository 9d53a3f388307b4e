import type { EditEffectOf, PointerTrack } from "@stillreel/contract";
import { beforeEach, expect, test } from "vitest";
import { zoomsFromClicks } from "./click-zooms.ts";
import { wholeVideo } from "./document.ts";
import { createVideoEditor } from "./editor.ts";
import type { VideoEditor } from "./editor.types.ts";
import { addOffered, canFollow, followPointer, followWithLevel } from "./pointer-edits.ts";
import { followedKeys } from "./pointer-path.ts";
import { videoSource } from "./source.fixture.ts";

/** The pointer crosses the picture once within 40 seconds. */
const TRACK: PointerTrack = {
  moves: Array.from({ length: 400 }, (_, index) => [index / 10, index / 400, 0.5]),
  clicks: [
    [5, 0.2, 0.5],
    [20, 0.5, 0.5],
  ],
};
const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

let editor: VideoEditor;
let id: string;
const zoom = () => editor.getState().document.effects.find((effect) => effect.id === id) as EditEffectOf<"zoom">;
const expectFollowed = (side = 0.5): void => {
  expect(zoom().followsPointer).toBe(true);
  expect(zoom().keys).toEqual(followedKeys(TRACK, zoom(), side));
};

beforeEach(() => {
  editor = createVideoEditor({ document: wholeVideo(40), source: videoSource() });
  id = editor.addEffect({ kind: "zoom", start: 4, end: 14, ...box, easeIn: 0.6, easeOut: 0.6 }) ?? "";
});

test("a zoom follows the pointer as one undo step, and stays where it is when it stops", () => {
  expect(canFollow(editor.getState().pointer, zoom())).toBe(false);
  editor.setPointer(TRACK);
  followPointer(editor, zoom(), true);
  expectFollowed();
  editor.undo();
  expect(zoom()).not.toHaveProperty("keys");
  editor.redo();
  editor.seek(14);
  const shown = zoom().keys?.at(-1);
  followPointer(editor, zoom(), false);
  expect(zoom()).not.toHaveProperty("keys");
  expect(zoom()).not.toHaveProperty("followsPointer");
  expect(zoom().x).toBeCloseTo(shown?.x ?? -1);
});

test("a zoom that is moved, shortened, copied or gets another level follows the pointer at its new times", () => {
  editor.setPointer(TRACK);
  followPointer(editor, zoom(), true);
  editor.moveEffect(id, { from: 20, to: 30 });
  expectFollowed();
  editor.moveEffect(id, { from: 22, to: 28 });
  expectFollowed();
  followWithLevel(editor, zoom(), 4, "level");
  expectFollowed(0.25);
  editor.duplicateEffect(id);
  const copy = editor.getState().document.effects.at(-1) as EditEffectOf<"zoom">;
  expect(copy.start).toBe(28);
  expect(copy.keys).toEqual(followedKeys(TRACK, copy, 0.25));
});

test("a position that is set by hand ends the following, and all positions stay", () => {
  editor.setPointer(TRACK);
  followPointer(editor, zoom(), true);
  const before = zoom().keys ?? [];
  editor.setKey(id, 9, { ...box, x: 0 });
  expect(zoom()).not.toHaveProperty("followsPointer");
  expect(zoom().keys?.length).toBe(before.length + 1);
  editor.updateEffect(id, { easeIn: 0 });
  expect(zoom().keys?.length).toBe(before.length + 1);
});

test("other changes of a zoom that follows leave its positions as they are", () => {
  editor.setPointer(TRACK);
  followPointer(editor, zoom(), true);
  const { keys } = zoom();
  editor.updateEffect(id, { easeIn: 0, easeOut: 0 });
  expect(zoom()).toMatchObject({ easeIn: 0, followsPointer: true });
  expect(zoom().keys).toBe(keys);
});

test("offered zooms are added as one undo step, beside the zooms that exist", () => {
  const { document } = editor.getState();
  const offers = zoomsFromClicks(TRACK.clicks, document, 40);
  expect(offers).toHaveLength(1);
  expect(addOffered(editor, offers)).toBe(1);
  expect(editor.getState().document.effects.at(-1)).toMatchObject({ kind: "zoom", start: 19, end: 21.6 });
  expect(editor.getState().document.effects.at(-1)).not.toHaveProperty("clicks");
  expect(zoomsFromClicks(TRACK.clicks, editor.getState().document, 40)).toEqual([]);
  editor.undo();
  expect(editor.getState().document).toEqual(document);
});

test("zooms of joined items cannot follow the pointer of this recording", () => {
  expect(canFollow(TRACK, { itemId: "other" })).toBe(false);
  expect(canFollow({ moves: [], clicks: [] }, {})).toBe(false);
  expect(canFollow(TRACK, {})).toBe(true);
});
