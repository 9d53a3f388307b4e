import { expect, test } from "vitest";
import { choiceOf, isOpen, NO_SAVE_TARGETS, locationOptions, type SaveTargets, type Target, valueOf } from "./save-target.plan.ts";

const lumen: Target = { workspaceId: "w1", name: "Lumen", folderId: "f2", folderName: "Bugs", owner: "u1" };
const saveTargets: SaveTargets = {
  ...NO_SAVE_TARGETS,
  spaces: [
    { id: "w1", name: "Lumen", canWrite: true },
    { id: "w2", name: "Harbor", canWrite: true },
    { id: "w3", name: "Only to look", canWrite: false },
    { id: "w4", name: "Quay", canWrite: false },
  ],
  folders: {
    w1: [{ id: "f2", name: "Bugs", depth: 0 }],
    w3: [],
    w4: [
      { id: "f4", name: "Drafts", depth: 0 },
      { id: "f5", name: "Autumn", depth: 1 },
    ],
  },
};
const given = { saveTargets, root: "My images", own: [{ id: "p1", name: "Mine", depth: 0 }], ownFolderId: null, unknown: "Chosen folder" };
const lines = (target: Target | undefined, more: Partial<typeof given> = {}): string[] =>
  locationOptions({ ...given, ...more, target }).map(
    ({ label, depth = 0, isOff }) => `${"-".repeat(depth)}${isOff ? `(${label})` : label}`,
  );

test("personal folders come first, then workspaces with at least one writable folder", () => {
  expect(lines(undefined)).toEqual(["My images", "Mine", "Lumen", "Harbor", "(Quay)", "-Drafts"]);
});

test("a chosen workspace with a read-only root lists all its writable folders", () => {
  const drafts: Target = { workspaceId: "w4", name: "Quay", folderId: "f4", folderName: "Drafts", owner: "u1" };
  expect(lines(drafts)).toEqual(["My images", "Mine", "Lumen", "Harbor", "(Quay)", "-Drafts", "--Autumn"]);
  expect(isOpen(drafts, saveTargets.spaces ?? [], saveTargets.folders["w4"] ?? [])).toBe(true);
});

test("the chosen workspace shows its folders", () => {
  expect(lines(lumen)).toEqual(["My images", "Mine", "Lumen", "-Bugs", "Harbor", "(Quay)", "-Drafts"]);
});

test("the chosen save target has a name before the first response", () => {
  expect(lines(lumen, { saveTargets: NO_SAVE_TARGETS })).toEqual(["My images", "Mine", "(Lumen)", "-Bugs"]);
  expect(lines({ ...lumen, folderId: null, folderName: null }, { saveTargets: NO_SAVE_TARGETS })).toEqual(["My images", "Mine", "Lumen"]);
});

test("a menu value is parsed back to its save target", () => {
  expect(choiceOf(valueOf(lumen, null))).toEqual({ in: "space", workspaceId: "w1", folderId: "f2" });
  expect(choiceOf(valueOf({ workspaceId: "w1", folderId: null }, "p1"))).toEqual({ in: "space", workspaceId: "w1", folderId: null });
  expect(choiceOf(valueOf(undefined, "p1"))).toEqual({ in: "own", folderId: "p1" });
  expect(choiceOf(valueOf(undefined, null))).toEqual({ in: "own", folderId: null });
});

test.each([
  ["a folder that one may add to", lumen, true],
  ["a folder that is gone or only to look at", { ...lumen, folderId: "f9" }, false],
  ["a workspace that one is not in any more", { ...lumen, workspaceId: "w9" }, false],
  ["the top level of one in which one may only look", { ...lumen, workspaceId: "w3", folderId: null }, false],
  ["the top level of one in which one may write", { ...lumen, folderId: null }, true],
])("%s: open is %o", (_name, target, open) => {
  expect(isOpen(target, saveTargets.spaces ?? [], saveTargets.folders["w1"] ?? [])).toBe(open);
});
