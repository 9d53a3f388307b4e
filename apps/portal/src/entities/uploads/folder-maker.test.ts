import { ApiError } from "@stillreel/client";
import { expect, test, vi } from "vitest";
vi.mock("../../platform/api.ts", () => ({ client: {} }));
import { createFolderMaker, safeFolderName, type FolderCalls } from "./folder-maker.ts";
import type { UploadDestination } from "./upload-destination.ts";

const at = (...path: string[]): UploadDestination => ({
  workspaceId: "personal",
  kind: "image",
  folderKind: "image",
  folderId: null,
  folderName: null,
  path,
});
const failure = (code: string, status = 409): ApiError => new ApiError({ status, code, message: "" });

function setup(over: Partial<FolderCalls> = {}) {
  const create = vi.fn(async (_destination: UploadDestination, parentId: string | null, name: string) => ({
    id: `${parentId ?? ""}/${name}`,
    name,
  }));
  const find = vi.fn(async () => undefined);
  const calls = { create, find, ...over };
  return { maker: createFolderMaker(calls), create: vi.mocked(calls.create), find: vi.mocked(calls.find) };
}

test("each folder is made once, however many files ask for it at the same time", async () => {
  const { maker, create } = setup();
  const found = await Promise.all([
    maker.folderOf(at("A", "B")),
    maker.folderOf(at("A", "B")),
    maker.folderOf(at("a ", "C")),
    maker.folderOf(at()),
  ]);
  expect(found.map(({ id }) => id)).toEqual(["/A/B", "/A/B", "/A/C", null]);
  expect(create).toHaveBeenCalledTimes(3);
});

test("images and videos have separate folders", async () => {
  const { maker, create } = setup();
  await Promise.all([maker.folderOf(at("A")), maker.folderOf({ ...at("A"), kind: "video", folderKind: "video" })]);
  expect(create.mock.calls.map(([destination]) => destination.folderKind)).toEqual(["image", "video"]);
});

test("a folder that is there already is used", async () => {
  const { maker } = setup({
    create: async () => {
      throw failure("folder-exists");
    },
    find: async (_destination, _parentId, name) => ({ id: `found ${name}`, name }),
  });
  expect(await maker.folderOf(at("A"))).toEqual({ id: "found A", name: "A" });
});

test("files below the maximum depth are uploaded to the deepest permitted folder", async () => {
  const { maker } = setup({
    create: async (_destination, parentId, name) => {
      if (parentId !== null) throw failure("folder-too-deep", 422);
      return { id: name, name };
    },
  });
  expect(await maker.folderOf(at("A", "B", "C"))).toEqual({ id: "A", name: "A" });
});

test("a failure is reported, and the next attempt starts from the beginning", async () => {
  const create = vi.fn().mockRejectedValueOnce(failure("offline", 0)).mockResolvedValue({ id: "1", name: "A" });
  const { maker } = setup({ create });
  await expect(maker.folderOf(at("A"))).rejects.toMatchObject({ code: "offline" });
  expect(await maker.folderOf(at("A"))).toEqual({ id: "1", name: "A" });
});

test("names of folders are changed so that the server accepts them", () => {
  expect(safeFolderName("  Release\u202e notes\u0000 ")).toBe("Release notes");
  expect(safeFolderName("👩‍👩‍👧".repeat(40))).toBe("👩‍👩‍👧".repeat(35));
  expect(safeFolderName("\u200b ")).toBeNull();
});
