import { expect, test } from "vitest";
import { accepts, readTarget, targetKey, type DragSubject, type DropTarget } from "./drop-targets.ts";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { noteWorkspaces, PERSONAL } from "../../../entities/spaces/space-ref.ts";
import { isWithin } from "../../../entities/folders/folder-tree.ts";

const folder = (id: string, parentId: string | null = null, over: Partial<FolderView> = {}): FolderView =>
  ({
    id,
    parentId,
    name: id,
    workspaceId: "own",
    kind: "image",
    favorite: false,
    permission: { read: true, write: true },
    ...over,
  }) as FolderView;
const folders = new Map(
  [folder("a"), folder("b", "a"), folder("c", "b"), folder("d"), folder("v", null, { kind: "video" })].map((each) => [each.id, each]),
);
const images: DragSubject = {
  kind: "items",
  space: PERSONAL,
  count: 3,
  types: new Set(["image"]),
  folderId: "a",
  isStarred: false,
};
const into = (folderId: string): DropTarget => ({ kind: "folder", folderId });
const drag = (id: string): DragSubject => ({ kind: "folder", folder: folders.get(id)! });

test("the key of a target is parsed as this target; other texts are no target", () => {
  for (const target of [
    into("a"),
    { kind: "root", type: "video" },
    { kind: "space", ref: "w" },
    { kind: "starred" },
    { kind: "trash" },
  ] as DropTarget[])
    expect(readTarget(targetKey(target))).toEqual(target);
  for (const key of [null, undefined, "", "folder:", "root:other", "space:", "elsewhere"]) expect(readTarget(key)).toBeNull();
});

test("images can be dropped on other folders of images, and not on folders of videos or deleted folders", () => {
  expect(accepts(into("d"), images, folders)).toBe(true);
  expect(accepts(into("a"), images, folders)).toBe(false);
  expect(accepts(into("v"), images, folders)).toBe(false);
  expect(accepts(into("gone"), images, folders)).toBe(false);
});

test("images and videos can be dropped together only on targets that accept both", () => {
  const both: DragSubject = { ...images, types: new Set(["image", "video"]) };
  expect(accepts(into("d"), both, folders)).toBe(false);
  expect(accepts({ kind: "root", type: "image" }, both, folders)).toBe(false);
  expect(accepts({ kind: "trash" }, both, folders)).toBe(true);
  const mixed = new Map([["w", folder("w", null, { kind: "mixed" })]]);
  expect(accepts(into("w"), both, mixed)).toBe(true);
});

test("a drop needs write permission on the target", () => {
  const readOnly = new Map([["r", folder("r", null, { permission: { read: true, write: false } })], ...folders]);
  expect(accepts(into("r"), images, readOnly)).toBe(false);
  expect(accepts(into("r"), drag("a"), readOnly)).toBe(false);
});

test("a drop never moves items to another space", () => {
  noteWorkspaces(["w"]);
  const team = folder("t", null, { kind: "mixed", workspaceId: "w" });
  const lookup = { get: (id: string) => (id === "t" ? team : folders.get(id)), canAddTo: () => true };
  const inside: DragSubject = { ...images, space: "w", folderId: "x" };
  expect(accepts(into("t"), images, lookup)).toBe(false);
  expect(accepts(into("t"), inside, lookup)).toBe(true);
  expect(accepts({ kind: "root", type: "image" }, inside, lookup)).toBe(false);
  expect(accepts({ kind: "space", ref: "w" }, inside, lookup)).toBe(true);
  expect(accepts({ kind: "space", ref: "w" }, images, lookup)).toBe(false);
  expect(accepts({ kind: "space", ref: "w" }, inside, { ...lookup, canAddTo: () => false })).toBe(false);
  expect(accepts({ kind: "space", ref: "w" }, { kind: "folder", folder: { ...team, parentId: "x" } }, lookup)).toBe(true);
});

test("the root accepts images that are in a folder", () => {
  expect(accepts({ kind: "root", type: "image" }, images, folders)).toBe(true);
  expect(accepts({ kind: "root", type: "image" }, { ...images, folderId: null }, folders)).toBe(false);
  expect(accepts({ kind: "root", type: "image" }, { ...images, folderId: undefined }, folders)).toBe(true);
  expect(accepts({ kind: "root", type: "video" }, images, folders)).toBe(false);
});

test("starred items cannot be starred again by a drop", () => {
  expect(accepts({ kind: "starred" }, images, folders)).toBe(true);
  expect(accepts({ kind: "starred" }, { ...images, isStarred: true }, folders)).toBe(false);
});

test("a folder cannot be dropped on itself, on a descendant or on its parent", () => {
  expect(accepts(into("d"), drag("a"), folders)).toBe(true);
  expect(accepts(into("a"), drag("a"), folders)).toBe(false);
  expect(accepts(into("c"), drag("a"), folders)).toBe(false);
  expect(accepts(into("a"), drag("b"), folders)).toBe(false);
  expect(accepts(into("a"), drag("c"), folders)).toBe(true);
  expect(accepts(into("v"), drag("a"), folders)).toBe(false);
});

test("a folder can be dropped on the root of its kind, and never on the trash", () => {
  expect(accepts({ kind: "root", type: "image" }, drag("b"), folders)).toBe(true);
  expect(accepts({ kind: "root", type: "image" }, drag("a"), folders)).toBe(false);
  expect(accepts({ kind: "root", type: "video" }, drag("b"), folders)).toBe(false);
  expect(accepts({ kind: "trash" }, drag("a"), folders)).toBe(false);
});

test("a cycle in the folder tree does not cause an endless loop", () => {
  const loop = new Map([folder("x", "y"), folder("y", "x")].map((each) => [each.id, each]));
  expect(isWithin("x", "z", loop)).toBe(false);
});
