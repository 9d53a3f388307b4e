import { EditDocument, GivenEdits, type EditEffectOf } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { faultsOf, isOnlyCuts, isUnedited, wholeVideo } from "./document.ts";
import { boxAt, effectsAt, pictureSize, viewAt, zoomLevelAt } from "./effects.ts";
import { changed, historyOf, redone, settled, undone } from "./history.ts";

const zoom: EditEffectOf<"zoom"> = {
  id: "z",
  kind: "zoom",
  start: 2,
  end: 6,
  x: 0.5,
  y: 0.5,
  width: 0.25,
  height: 0.1,
  easeIn: 1,
  easeOut: 0,
};

describe("effects", () => {
  it("move evenly between positions, and are never smaller than both", () => {
    const blur = EditDocument.shape.effects.parse([
      {
        id: "b",
        kind: "blur",
        start: 0,
        end: 9,
        x: 0,
        y: 0,
        width: 0.1,
        height: 0.1,
        keys: [
          { at: 3, x: 0.4, y: 0.2, width: 0.2, height: 0.1 },
          { at: 1, x: 0, y: 0, width: 0.1, height: 0.2 },
        ],
      },
    ])[0] as EditEffectOf<"blur">;
    expect(boxAt(blur, 0)).toEqual({ x: 0, y: 0, width: 0.1, height: 0.2 });
    const middle = boxAt(blur, 2);
    expect([middle.width, middle.height]).toEqual([0.2, 0.2]);
    expect(middle.x + middle.width / 2).toBeCloseTo(0.275);
    expect(boxAt(blur, 8)).toEqual({ x: 0.4, y: 0.2, width: 0.2, height: 0.1 });
  });

  it("are visible from their start until before their end, in their own source", () => {
    const document = { ...wholeVideo(10), effects: [zoom] };
    const seen = [1.99, 2, 5.99, 6].map((at) => effectsAt(document, { itemId: undefined, at }).length);
    expect(seen).toEqual([0, 1, 1, 0]);
    expect(effectsAt(document, { itemId: "other", at: 3 })).toEqual([]);
  });

  it("zoom smoothly into a box with the picture's aspect ratio inside of the picture", () => {
    expect([2, 2.5, 3, 5.9, 6].map((at) => zoomLevelAt(zoom, at))).toEqual([0, 0.5, 1, 1, 0]);
    const view = viewAt({ effects: [zoom] }, { itemId: undefined, at: 4 });
    expect(view.y).toBeCloseTo(0.425);
    expect(view).toMatchObject({ x: 0.5, width: 0.25, height: 0.25 });
    expect(viewAt({ effects: [zoom] }, { itemId: undefined, at: 7 })).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  it("have an even size after crop and rotation", () => {
    const crop = { x: 0, y: 0, width: 0.5, height: 0.333 };
    expect(pictureSize({ crop, rotate: 90 }, { width: 1_920, height: 1_080 })).toEqual({ width: 360, height: 960 });
  });
});

describe("document", () => {
  const find = (itemId: string | undefined) =>
    itemId === undefined ? { type: "video" as const, duration: 10, width: 2, height: 2 } : null;
  it("reports times beyond the end, and items that cannot be used", () => {
    const document = {
      ...wholeVideo(10),
      clips: [
        { start: 0, end: 10.2 },
        { start: 0, end: 1, itemId: "gone" },
      ],
    };
    expect(faultsOf(document, find)).toEqual([
      { path: "clips.0.end", code: "beyond-end" },
      { path: "clips.1.itemId", code: "source-missing" },
    ]);
    expect(faultsOf(wholeVideo(10), find)).toEqual([]);
  });
  it("distinguishes cuts, other changes and no change", () => {
    expect([isUnedited(wholeVideo(9), 9), isOnlyCuts({ ...wholeVideo(9), clips: [{ start: 3, end: 4 }] })]).toEqual([true, true]);
    expect(isOnlyCuts({ ...wholeVideo(9), clips: [{ start: 3, end: 4, speed: 2 }] })).toBe(false);
    expect(isUnedited({ ...wholeVideo(9), clips: [{ start: 1, end: 9 }] }, 9)).toBe(false);
  });
  it.each([
    [{ format: 2, clips: [] }, "newer version"],
    [{ format: 1, clips: [] }, "Everything is removed"],
    [{ format: 1, clips: [{ start: 3, end: 2 }] }, "ends after its start"],
    [{ format: 1, clips: [{ start: 0, end: Number.NaN }] }, "number"],
    [{ format: 1, clips: Array.from({ length: 10_000 }, () => ({ start: 0, end: 1 })) }, "At most 1000 clips"],
    [{ format: 1, clips: [{ start: 0, end: 9 }], effects: [zoom, { ...zoom, id: "y", start: 5, end: 8 }] }, "overlap"],
    ["junk", "object"],
  ])("refuses invalid edits (%#)", (given, message) => {
    const result = GivenEdits.safeParse(given);
    expect(result.error?.issues.map((issue) => issue.message).join(" ")).toContain(message);
  });
});

describe("history", () => {
  it("undoes and redoes steps, and joins the changes of one gesture", () => {
    let history = historyOf(1);
    history = changed(history, 2, "drag");
    history = changed(history, 3, "drag");
    history = changed(settled(history), 4, "drag");
    expect(history.past).toEqual([1, 3]);
    const back = undone(history);
    expect(back?.now).toBe(3);
    expect(back && redone(back)?.now).toBe(4);
    expect(undone(historyOf(1))).toBeNull();
    expect(redone(history)).toBeNull();
  });
});
