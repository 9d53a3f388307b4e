import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedUploads, type StoredUpload } from "./stored-uploads.ts";

const stored = (key: string, over: Partial<StoredUpload> = {}): StoredUpload => ({
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

test("uploads are stored per owner, once each, until they are finished", () => {
  storedUploads.save(stored("a"));
  storedUploads.save(stored("b", { userId: "bert" }));
  storedUploads.save(stored("a", { url: "/uploads/again" }));
  expect(storedUploads.list("anna").map(({ url }) => url)).toEqual(["/uploads/again"]);
  storedUploads.forget("a");
  expect(storedUploads.list("anna")).toEqual([]);
  storedUploads.forget("b");
  expect(cells.size).toBe(0);
});

test("an upload that the server has deleted is removed, and damaged storage counts as empty", () => {
  storedUploads.save(stored("old", { keptAt: Date.now() - 25 * 3_600_000 }));
  expect(storedUploads.list("anna")).toEqual([]);
  cells.set("stillreel-uploads", "{nonsense");
  expect(storedUploads.list("anna")).toEqual([]);
});

test("a browser that refuses storage does not stop an upload", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("blocked");
    },
  });
  expect(() => storedUploads.save(stored("a"))).not.toThrow();
  expect(storedUploads.list("anna")).toEqual([]);
});
