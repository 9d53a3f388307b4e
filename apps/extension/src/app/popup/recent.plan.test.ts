import { expect, test } from "vitest";
import { recentPath, recentLocationOf, recentQuery } from "./recent.plan.ts";

const lumen = { workspaceId: "w1", name: "Lumen", folderId: null, folderName: null, owner: "u1" };

test.each([
  ["one's own library", null, { workspaceId: "personal" }, { view: "all" }, "/images"],
  ["a workspace", lumen, { workspaceId: "w1" }, { view: "all" }, "/w/w1"],
  [
    "a folder",
    { ...lumen, folderId: "f1", folderName: "Bugs" },
    { workspaceId: "w1" },
    { view: "folder", folderId: "f1" },
    "/w/w1/folder/f1",
  ],
])("of %s the newest are asked for, and its page is opened", (_name, target, params, query, path) => {
  const location = recentLocationOf(target);
  expect(recentQuery(location, 3)).toEqual({ params, query: { ...query, sort: "newest", limit: 3 } });
  expect(recentPath(location)).toBe(path);
});

test("a target is named by its folder, and distinguished by its workspace", () => {
  const folder = recentLocationOf({ ...lumen, folderId: "f1", folderName: "Bugs" });
  expect([recentLocationOf(lumen)?.name, folder?.name]).toEqual(["Lumen", "Bugs"]);
  expect(folder?.key).not.toBe(recentLocationOf(lumen)?.key);
});
