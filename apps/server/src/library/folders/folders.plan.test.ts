import { describe, expect, it } from "vitest";
import { folderTree } from "../../access/policies/space-rights.ts";
import { visiblePositions } from "./folders.plan.ts";

/** a/b/c/d and a/e, listed in arbitrary order. */
const TREE = folderTree([
  { id: "d", parentId: "c" },
  { id: "b", parentId: "a" },
  { id: "c", parentId: "b" },
  { id: "e", parentId: "a" },
  { id: "a", parentId: null },
]);
const seen = (...readable: string[]) =>
  Object.fromEntries(
    [...visiblePositions(TREE, (id) => readable.includes(id))].map(([id, { parentId, nestLevel, children }]) => [
      id,
      [parentId, nestLevel, children],
    ]),
  );

describe("the position of folders in a member's tree", () => {
  it("is the stored position when all folders are readable", () => {
    expect(seen("a", "b", "c", "d", "e")).toEqual({
      a: [null, 0, 2],
      b: ["a", 1, 1],
      c: ["b", 2, 1],
      d: ["c", 3, 0],
      e: ["a", 1, 0],
    });
  });

  it("is below the nearest readable ancestor", () => {
    expect(seen("a", "d", "e")).toEqual({ a: [null, 0, 2], d: ["a", 1, 0], e: ["a", 1, 0] });
  });

  it("is the root when no ancestor is readable", () => {
    expect(seen("c", "d", "e")).toEqual({ c: [null, 0, 1], d: ["c", 1, 0], e: [null, 0, 0] });
    expect(seen()).toEqual({});
  });
});
