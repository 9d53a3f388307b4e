import { beforeAll, expect, test } from "vitest";
import { annotatePath, folderPath, folderTarget, itemPath, locationAt, showsLibraryOf } from "./addresses.ts";
import { noteWorkspaces, spaceOf } from "./space-ref.ts";

beforeAll(() => noteWorkspaces(["w", "personal"]));

test("an item of a known workspace belongs to it; every other item is personal", () => {
  expect(spaceOf({ workspaceId: "w" })).toBe("w");
  expect(spaceOf({ workspaceId: "id-of-my-own-space" })).toBe("personal");
});

test("an item's page has the workspace in its address", () => {
  expect(itemPath({ id: "i", type: "image", workspaceId: "w" })).toBe("/w/w/images/i");
  expect(itemPath({ id: "i", type: "video", workspaceId: "mine" })).toBe("/videos/i");
  expect(annotatePath({ id: "i", type: "image", workspaceId: "w" })).toBe("/w/w/images/i/annotate");
});

test("every folder and the root have a page", () => {
  expect(folderTarget({ ref: "w", kind: "mixed", folderId: "f" })).toEqual({ to: "/w/w/folder/f", search: {} });
  expect(folderTarget({ ref: "w", kind: "mixed", folderId: null })).toEqual({ to: "/w/w", search: {} });
  expect(folderTarget({ ref: "personal", kind: "video", folderId: "f" })).toEqual({ to: "/videos", search: { folder: "f" } });
  expect(folderPath({ ref: "personal", kind: "image", folderId: "f" })).toBe("/images?folder=f");
  expect(folderPath({ ref: "personal", kind: "image", folderId: null })).toBe("/images");
});

test.each([
  ["/images", undefined, { ref: "personal", screen: "images", folderId: null }],
  ["/videos", "f", { ref: "personal", screen: "videos", folderId: "f" }],
  ["/starred", undefined, { ref: "personal", screen: "starred", folderId: null }],
  ["/images/i", undefined, null],
  ["/all", undefined, null],
  ["/profile", undefined, null],
  ["/w/w", undefined, { ref: "w", screen: "files", folderId: null }],
  ["/w/w/", undefined, { ref: "w", screen: "files", folderId: null }],
  ["/w/w/folder/f", undefined, { ref: "w", screen: "files", folderId: "f" }],
  ["/w/w/all", undefined, { ref: "w", screen: "all", folderId: null }],
  ["/w/w/trash", undefined, { ref: "w", screen: "trash", folderId: null }],
  ["/w/w/members", undefined, null],
  ["/w/w/images/i", undefined, null],
])("the place at %s with folder %s is %o", (pathname, folder, location) => {
  expect(locationAt(pathname, folder)).toEqual(location);
});

test.each([
  ["/w/w", true],
  ["/w/w/folder/f", true],
  ["/w/w/trash", true],
  ["/w/w/images/i", true],
  ["/w/w/videos/i", true],
  ["/w/w/images/i/annotate", true],
  ["/w/w/overview", false],
  ["/w/w/settings", false],
  ["/w/other", false],
  ["/w/other/images/i", false],
  ["/images", false],
  ["/record", false],
])("%s shows the workspace's library: %s", (pathname, expected) => {
  expect(showsLibraryOf(pathname, "w")).toBe(expected);
});
