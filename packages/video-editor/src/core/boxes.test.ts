import { describe, expect, it } from "vitest";
import { BOX_GRIPS, coverAs, draggedBox, snapBy, snapPositions } from "./boxes.ts";

const START = { x: 100, y: 100, width: 80, height: 40 };
const FREE = { ratio: null, least: 8, within: null };

describe("a dragged box", () => {
  it.each(BOX_GRIPS)("has its opposite side where it was: grip $x, $y", (grip) => {
    const box = draggedBox(START, grip, { x: 17, y: -9 }, FREE);
    const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
    expect(left).toBe(grip.x === -1 ? 117 : 100);
    expect(right).toBe(grip.x === 1 ? 197 : 180);
    expect(top).toBe(grip.y === -1 ? 91 : 100);
    expect(bottom).toBe(grip.y === 1 ? 131 : 140);
  });

  it("never turns over, and stays inside of its limits", () => {
    expect(draggedBox(START, { x: 1, y: 0 }, { x: -500, y: 0 }, FREE)).toEqual({ ...START, width: 8 });
    const within = { x: 0, y: 0, width: 200, height: 200 };
    expect(draggedBox(START, null, { x: 500, y: -500 }, { ...FREE, within })).toEqual({ ...START, x: 120, y: 0 });
    expect(draggedBox(START, { x: 1, y: 1 }, { x: 500, y: 500 }, { ...FREE, within })).toEqual({ ...START, width: 100, height: 100 });
  });

  it("has its ratio, around the corner that stays", () => {
    const box = draggedBox(START, { x: -1, y: -1 }, { x: -80, y: 0 }, { ...FREE, ratio: 2 });
    expect(box).toEqual({ x: 20, y: 60, width: 160, height: 80 });
    expect(draggedBox(START, { x: 1, y: 0 }, { x: 20, y: 0 }, { ...FREE, ratio: 2 })).toEqual({ x: 100, y: 95, width: 100, height: 50 });
  });
});

it("boxes snap to edges and middles within a distance, and a grip only with its own side", () => {
  const positions = snapPositions([{ x: 0, y: 0, width: 300, height: 200 }]);
  expect(snapBy({ ...START, x: 107 }, null, positions, 5)).toEqual({ by: { x: 3, y: 0 }, x: 150, y: 100 });
  expect(snapBy({ ...START, x: 97, y: 113 }, { x: 1, y: 0 }, positions, 5)).toEqual({ by: { x: 0, y: 0 }, x: null, y: null });
});

it("a cover of another kind has the same place and positions", () => {
  const keys = [{ at: 1, x: 0, y: 0, width: 1, height: 1 }];
  const blur = { id: "b", kind: "blur", start: 0, end: 2, x: 0.1, y: 0.2, width: 0.3, height: 0.4, strength: 40, keys } as const;
  expect(coverAs({ ...blur, keys: [...keys] }, "solid")).toEqual({ ...blur, kind: "solid", color: "#17161C", strength: undefined });
  expect(coverAs({ ...blur, keys: [...keys] }, "pixelate")).toEqual({ ...blur, kind: "pixelate" });
});
