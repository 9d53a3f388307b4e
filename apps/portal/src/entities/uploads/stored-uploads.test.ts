import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptUploads, type KeptUpload } from "./stored-uploads.ts";

const kept = (key: string, over: Partial<KeptUpload> = {}): KeptUpload => ({
  key,
  userId: "anna",
  name: `${key}.mp4`,
  sizeBytes: 1,
  lastModified: 1,
  place: { workspaceId: "personal", kind: "video", folderKind: "video", folderId: null, folderName: null, path: [] },
  url: `/uploads/${key}`,
  keptAt: Date.now(),
  ...over,
});

let cells: Map<string, string>;
beforeEach(() => {
  cells = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("uploads are kept for their owner, once each, until they are done", () => {
  keptUploads.keep(kept("a"));
  keptUploads.keep(kept("b", { userId: "bert" }));
  keptUploads.keep(kept("a", { url: "/uploads/again" }));
  expect(keptUploads.list("anna").map(({ url }) => url)).toEqual(["/uploads/again"]);
  keptUploads.forget("a");
  expect(keptUploads.list("anna")).toEqual([]);
  keptUploads.forget("b");
  expect(cells.size).toBe(0);
});

test("what the server has given up is forgotten, and spoilt storage holds nothing", () => {
  keptUploads.keep(kept("old", { keptAt: Date.now() - 25 * 3_600_000 }));
  expect(keptUploads.list("anna")).toEqual([]);
  cells.set("stillreel-uploads", "{nonsense");
  expect(keptUploads.list("anna")).toEqual([]);
});

test("a browser that refuses storage does not stop an upload", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("blocked");
    },
  });
  expect(() => keptUploads.keep(kept("a"))).not.toThrow();
  expect(keptUploads.list("anna")).toEqual([]);
});
