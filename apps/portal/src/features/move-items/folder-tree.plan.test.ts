import { expect, test } from "vitest";
import type { FolderView } from "../../entities/folders/folders.queries.ts";
import { filterRows, nextEnabled, treeRows } from "./folder-tree.plan.ts";

const folder = (id: string, name: string, parentId: string | null = null, kind = "image"): FolderView =>
  ({ id, name, parentId, kind, color: "#E4572E" }) as FolderView;
const FOLDERS = [
  folder("r", "Release notes"),
  folder("b", "Bug reports"),
  folder("b10", "Sprint 10", "b"),
  folder("b2", "Sprint 2", "b"),
  folder("e", "Éléments", "b2"),
  folder("v", "Reels", null, "video"),
];
const rows = treeRows(FOLDERS, "image", "My images", "en");
const names = (list: { name: string }[]): string[] => list.map((row) => row.name);

test("the tree lists the root and the folders of its kind, each below its parent, numbers counted as numbers", () => {
  expect(names(rows)).toEqual(["My images", "Bug reports", "Sprint 2", "Éléments", "Sprint 10", "Release notes"]);
  expect(rows.map((row) => row.level)).toEqual([1, 2, 3, 4, 3, 2]);
  expect(rows[3]?.path).toEqual(["Bug reports", "Sprint 2"]);
});

test("a folder with a hidden parent is at the top level; a cycle does not block", () => {
  expect(treeRows([folder("x", "Lost", "nowhere")], "image", "Root", "en").map((row) => row.level)).toEqual([1, 2]);
  expect(names(treeRows([folder("x", "A", "y"), folder("y", "B", "x")], "image", "Root", "en"))).toEqual(["Root"]);
});

test("typing finds names without regard to case and accents, those that begin with it first", () => {
  expect(names(filterRows(rows, "elem"))).toEqual(["Éléments"]);
  expect(names(filterRows(rows, "RE"))).toEqual(["Release notes", "Bug reports"]);
  expect(names(filterRows(rows, "  "))).toEqual(names(rows));
  expect(filterRows(rows, "zzz")).toEqual([]);
});

test("several words may name the folders around, but not find everything inside them", () => {
  expect(names(filterRows(rows, "bug 10"))).toEqual(["Sprint 10"]);
  expect(names(filterRows(rows, "notes release"))).toEqual(["Release notes"]);
  expect(names(filterRows(rows, "bug"))).toEqual(["Bug reports"]);
});

test("arrows pass over lines that cannot be chosen and stay at the ends", () => {
  const isDisabled = (row: { id: string | null }): boolean => row.id === "b" || row.id === null;
  expect(nextEnabled(rows, -1, 1, isDisabled)).toBe(2);
  expect(nextEnabled(rows, 2, -1, isDisabled)).toBe(2);
  expect(nextEnabled(rows, 5, 1, isDisabled)).toBe(5);
  expect(nextEnabled(rows, 4, 1, isDisabled)).toBe(5);
});
