import { expect, test } from "vitest";
import type { FolderView } from "../../entities/folders/folders.queries.ts";
import type { WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import {
  OWN_DESTINATION,
  destinationBefore,
  destinationChoices,
  destinationKey,
  destinationName,
  type DestinationChoice,
  type RecordingDestination,
} from "./recording-destination.ts";

const workspace = (id: string, write: boolean): WorkspaceHead =>
  ({ id, name: `Name of ${id}`, permission: { read: true, write } }) as WorkspaceHead;
const folder = (id: string, parentId: string | null, write: boolean): FolderView =>
  ({ id, name: id, parentId, permission: { read: true, write } }) as FolderView;
const target = { workspaceId: "w", folderId: "f", folderName: "Demos", type: "mixed" } as const;
const nameOf = (ref: string): string => `Name of ${ref}`;

/** Folders of workspace `w`: b with its content and d inside a closed folder are writable, the others are not. */
const TREE = [
  folder("c", "b", true),
  folder("b", null, true),
  folder("a", null, false),
  folder("d", "a", true),
  folder("e", "d", true),
  folder("x", null, false),
];
const inTree = (ref: string) => (ref === "w" ? TREE : undefined);
const destination = (ref: string, folderId: string | null): RecordingDestination => ({
  ref,
  workspaceName: nameOf(ref),
  folderId,
  folderName: folderId,
});
const choose = (
  workspaces: WorkspaceHead[],
  requested: RecordingDestination,
  foldersOf: typeof inTree = inTree,
  before = OWN_DESTINATION,
): DestinationChoice[] => destinationChoices(workspaces, foldersOf, requested, before);
const lines = (choices: DestinationChoice[]): string[] => choices.map((one) => `${one.isOff ? "off " : ""}${destinationKey(one)}`);

test("from a workspace page, the destination is the folder on the screen if it is writable", () => {
  expect(destinationBefore(target, null, nameOf)).toEqual({ ref: "w", workspaceName: "Name of w", folderId: "f", folderName: "Demos" });
  expect(destinationBefore({ ...target, isReadOnly: true }, "d", nameOf)).toEqual(OWN_DESTINATION);
  expect(destinationBefore({ workspaceId: "personal", folderId: "f", folderName: "Mine", type: "video" }, "d", nameOf)).toEqual(
    OWN_DESTINATION,
  );
  expect(destinationBefore(null, null, nameOf)).toEqual(OWN_DESTINATION);
  expect(destinationBefore(null, "d", nameOf)).toEqual({ ref: "d", workspaceName: "Name of d", folderId: null, folderName: null });
});

test("a destination is named by its folder, otherwise by its workspace", () => {
  expect([destination("w", "f"), destination("w", null), OWN_DESTINATION].map(destinationName)).toEqual(["f", "Name of w", null]);
});

test("the user can choose the personal library and every writable workspace", () => {
  expect(lines(choose([workspace("v", true), workspace("looked-at", false)], OWN_DESTINATION))).toEqual(["personal", "v"]);
});

test("a workspace with some writable folders is listed, and its first writable folder can be chosen; all folders after it is chosen", () => {
  expect(lines(choose([workspace("w", false)], OWN_DESTINATION))).toEqual(["personal", "off w", "w/d", "w/b"]);
  const all = choose([workspace("w", false)], destination("w", "b"));
  expect(lines(all)).toEqual(["personal", "off w", "w/d", "w/e", "w/b", "w/c"]);
  expect(all.map(({ path }) => path.join(" / "))).toEqual(["", "", "a / d", "a / d / e", "b", "b / c"]);
});

test("a writable workspace lists its folders after it is chosen", () => {
  expect(lines(choose([workspace("w", true)], OWN_DESTINATION))).toEqual(["personal", "w"]);
  expect(lines(choose([workspace("w", true)], destination("w", null)))).toEqual(["personal", "w", "w/d", "w/e", "w/b", "w/c"]);
});

test("the previous folder can be chosen, also after another one was chosen", () => {
  const before = destination("w", "e");
  expect(lines(choose([workspace("v", true), workspace("w", true)], OWN_DESTINATION, inTree, before))).toEqual([
    "personal",
    "v",
    "w",
    "w/e",
  ]);
  expect(lines(choose([], before, inTree, before))).toEqual(["personal"]);
});

test("a folder that is not loaded yet remains chosen; an inaccessible folder does not", () => {
  const unknown = (): undefined => undefined;
  expect(lines(choose([workspace("w", false)], destination("w", "f"), unknown, destination("w", "f")))).toEqual([
    "personal",
    "off w",
    "w/f",
  ]);
  expect(lines(choose([workspace("w", true)], destination("w", "x")))).not.toContain("w/x");
});
