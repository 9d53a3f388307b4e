import { ApiError } from "@stillreel/client";
import { beforeEach, expect, test, vi } from "vitest";

const calls = vi.hoisted(() => ({ create: vi.fn(), list: vi.fn(), form: vi.fn() }));
vi.mock("../../platform/api.ts", () => ({
  client: {
    call: (route: { id: string }, args: unknown) => (route.id === "folders.create" ? calls.create(args) : calls.list(args)) as unknown,
  },
}));
vi.mock("./send-by-form.ts", () => ({ sendByForm: calls.form }));

import { pageFolders } from "./folder-maker.ts";
import { goesInPieces, sendFile } from "./send-file.ts";
import { safeFileName, type SendJob } from "./sending.ts";
import type { UploadDestination } from "./upload-destination.ts";

beforeEach(() => {
  vi.resetAllMocks();
  pageFolders.forget();
});

const place: UploadDestination = {
  workspaceId: "personal",
  kind: "image",
  folderKind: "image",
  folderId: "f",
  folderName: "Notes",
  path: [],
};
const job = (over: Partial<UploadDestination> = {}): SendJob => ({
  file: new File(["1"], "a.png"),
  place: { ...place, ...over },
  key: "k",
  url: null,
});
const hooks = { signal: new AbortController().signal, onProgress: () => {}, onUrl: () => {} };
const refusal = (code: string, field?: string): ApiError =>
  new ApiError({ status: 422, code, message: "", details: field ? [{ field, code: "invalid", message: "" }] : [] });

test("names lose what the server would refuse, and keep their ending when cut", () => {
  expect(safeFileName("../a\\b\u0007\u202egnp.exe.png")).toBe(".._a_b__gnp.exe.png");
  expect(safeFileName("  ")).toBe("image");
  const long = safeFileName(`${"x".repeat(400)}.jpeg`);
  expect(long).toHaveLength(200);
  expect(long.endsWith("x.jpeg")).toBe(true);
});

test("small images are sent as a form, all other files in chunks", () => {
  expect(goesInPieces(job())).toBe(false);
  expect(goesInPieces(job({ kind: "video" }))).toBe(true);
  expect(goesInPieces(job({ kind: "archive" }))).toBe(true);
});

test("an image is uploaded to its folder", async () => {
  calls.form.mockResolvedValue({ id: "i" });
  expect(await sendFile(job(), hooks)).toEqual({ item: { id: "i" }, importId: null, folderName: "Notes", isRelocated: false });
  expect(calls.form.mock.calls[0]?.[1]).toBe("f");
});

test("a file whose folder was removed goes to the root, and the result reports it", async () => {
  calls.form.mockRejectedValueOnce(refusal("validation-failed", "folderId")).mockResolvedValue({ id: "i" });
  expect(await sendFile(job(), hooks)).toMatchObject({ folderName: null, isRelocated: true });
  expect(calls.form.mock.calls.map((args) => args[1] as unknown)).toEqual(["f", null]);
});

test("a folder inside it that has gone is made again", async () => {
  calls.create.mockResolvedValueOnce({ id: "old", name: "A" }).mockResolvedValueOnce({ id: "new", name: "A" });
  calls.form.mockRejectedValueOnce(refusal("validation-failed", "folderId")).mockResolvedValue({ id: "i" });
  expect(await sendFile(job({ folderId: null, folderName: null, path: ["A"] }), hooks)).toMatchObject({
    folderName: "A",
    isRelocated: false,
  });
  expect(calls.form.mock.calls.map((args) => args[1] as unknown)).toEqual(["old", "new"]);
});

test("another refusal is reported unchanged", async () => {
  calls.form.mockRejectedValue(refusal("unreadable-file"));
  await expect(sendFile(job(), hooks)).rejects.toMatchObject({ code: "unreadable-file" });
  expect(calls.form).toHaveBeenCalledOnce();
});
