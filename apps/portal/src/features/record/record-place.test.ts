import { expect, test } from "vitest";
import type { WorkspaceHead } from "../spaces/index.ts";
import { OWN_PLACE, placeBefore, placeChoices, placeKey } from "./record-place.ts";

const workspace = (id: string, write: boolean): WorkspaceHead =>
  ({ id, name: `Name of ${id}`, permission: { read: true, write } }) as WorkspaceHead;
const target = { workspaceId: "w", folderId: "f", folderName: "Demos", type: "mixed" } as const;

test("whoever comes from a workspace records into what was on the screen, unless one may only look there", () => {
  expect(placeBefore(target)).toEqual({ ref: "w", folderId: "f", folderName: "Demos" });
  expect(placeBefore({ ...target, isReadOnly: true })).toEqual(OWN_PLACE);
  expect(placeBefore({ workspaceId: "personal", folderId: "f", folderName: "Mine", type: "video" })).toEqual(OWN_PLACE);
  expect(placeBefore(null)).toEqual(OWN_PLACE);
});

test("one's own videos and every workspace that one may add to can be chosen", () => {
  const choices = placeChoices([workspace("w", true), workspace("looked-at", false)], OWN_PLACE);
  expect(choices.map(placeKey)).toEqual(["personal", "w"]);
});

test("the folder one came from can be chosen below its workspace, also where that itself takes nothing", () => {
  const before = placeBefore(target);
  expect(placeChoices([workspace("a", true), workspace("w", true)], before).map(placeKey)).toEqual(["personal", "a", "w", "w/f"]);
  expect(placeChoices([workspace("w", false)], before).map(placeKey)).toEqual(["personal", "w/f"]);
  expect(placeChoices([], before).map(placeKey)).toEqual(["personal"]);
});
