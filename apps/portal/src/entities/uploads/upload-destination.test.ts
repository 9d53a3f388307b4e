import { describe, expect, test } from "vitest";
import { isLeftBehind, kindOf } from "./file-kind.ts";
import { readChosen } from "./picked-files.ts";
import { destinationOf } from "./upload-destination.ts";

describe("kinds of files", () => {
  test.each([
    ["a.png", "image/png", "image"],
    ["a.MKV", "", "video"],
    ["a.mkv", "video/x-matroska", "video"],
    ["a.mov", "video/quicktime", "video"],
    ["a.m4v", "video/x-m4v", "video"],
    ["a.webm", "application/octet-stream", "video"],
    ["a.jpg", "", "image"],
    ["a.png", "application/pdf", null],
    ["a.pdf", "application/pdf", null],
    ["a", "", null],
    ["a.svg", "image/svg+xml", null],
  ])("%s of type %j is %s", (name, type, kind) => {
    expect(kindOf({ name, type })).toBe(kind);
  });

  test("files that operating systems create in folders are recognised", () => {
    expect([".DS_Store", "thumbs.db", "._a.png", "a.png"].map(isLeftBehind)).toEqual([true, true, true, false]);
  });
});

describe("places", () => {
  const notes = { workspaceId: "personal", folderId: "f", folderName: "Notes", type: "image" } as const;
  const picture = { file: new File(["1"], "a.png"), path: ["Trip"] };
  const video = { file: new File(["1"], "a.mp4"), path: [] };

  test("an image goes into the open folder of images, with its subfolders", () => {
    expect(destinationOf(picture, notes)).toEqual({
      workspaceId: "personal",
      kind: "image",
      folderKind: "image",
      folderId: "f",
      folderName: "Notes",
      path: ["Trip"],
    });
  });

  test("a video that is dropped there goes to the root of the videos", () => {
    expect(destinationOf(video, notes)).toMatchObject({ kind: "video", folderKind: "video", folderId: null, folderName: null });
  });

  test("a space with mixed folders accepts images and videos", () => {
    const team = { workspaceId: "w", folderId: "f", folderName: "All", type: "mixed" } as const;
    expect(destinationOf(video, team)).toMatchObject({ workspaceId: "w", folderKind: null, folderId: "f" });
  });

  test("a video without an open folder goes to the personal root; a text file has no destination", () => {
    expect(destinationOf(video, null)).toMatchObject({ workspaceId: "personal", folderId: null });
    expect(destinationOf({ file: new File(["1"], "a.txt"), path: [] }, null)).toBeNull();
  });
});

test("a chosen folder yields its files with their subfolders", () => {
  const inside = (path: string): File =>
    Object.defineProperty(new File(["1"], path.split("/").at(-1) ?? ""), "webkitRelativePath", { value: path });
  const chosen = readChosen([inside("Trip/a.png"), inside("Trip/Day 1/b.png"), inside("Trip/.DS_Store")]);
  expect(chosen.map(({ file, path }) => [file.name, path])).toEqual([
    ["a.png", ["Trip"]],
    ["b.png", ["Trip", "Day 1"]],
  ]);
});
