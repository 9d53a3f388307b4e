import { FOLDER_NAME_MAX, FolderName, folderNameKey } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import type { DeletedSubtree, StoredEntry } from "../../platform/db/schema/index.ts";
import { decidedByFormer, freeName, permissionIn } from "./folder-trash.plan.ts";

const taken = (...names: string[]) => new Set(names.map(folderNameKey));

describe("the name of a restored folder", () => {
  it("is its former one when it is free", () => {
    expect(freeName("Trips", taken("Rome"))).toBe("Trips");
  });

  it("has the first free number when it is taken, without regard to case", () => {
    expect(freeName("Trips", taken("TRIPS"))).toBe("Trips (2)");
    expect(freeName("Trips", taken("trips", "Trips (2)", "trips (3)"))).toBe("Trips (4)");
    expect(freeName("Trips (2)", taken("Trips (2)"))).toBe("Trips (2) (2)");
  });

  it.each([
    "x".repeat(FOLDER_NAME_MAX),
    "\u{1F469}\u{1F3FD}\u200d\u2764\ufe0f\u200d\u{1F48B}\u200d\u{1F469}\u{1F3FF}".repeat(FOLDER_NAME_MAX),
  ])("is shortened for the number, between characters", (name) => {
    const free = freeName(name, taken(name));
    expect(free.endsWith(" (2)")).toBe(true);
    expect(FolderName.parse(free)).toBe(free);
    expect(name.startsWith(free.slice(0, -4))).toBe(true);
  });
});

const entry = (principalId: string, right: "none" | "read" | "write"): StoredEntry => ({
  principalKind: principalId === "w" ? "everyone" : "member",
  principalId,
  read: right !== "none",
  write: right === "write",
  createdBy: null,
});
const stored = (id: string, parentId: string | null, entries: StoredEntry[] = []) => ({
  id,
  parentId,
  entries,
  name: id,
  nameKey: id,
  color: "red",
  createdBy: null,
  createdAt: "",
  stars: [],
});
const subtree = (...folders: DeletedSubtree["folders"]): DeletedSubtree => ({ version: 1, folders, inherited: [] });
const anna = { userId: "anna", teamIds: new Set<string>(), role: "member" as const };
const NONE = { read: false, write: false };

describe("the permission for a deleted folder", () => {
  it("is that of the role without entries", () => {
    const plain = subtree(stored("a", "gone"), stored("b", "a"));
    expect(permissionIn(plain, anna, null)).toEqual({ top: { read: true, write: true }, isWritable: true });
    expect(permissionIn(plain, { ...anna, role: "viewer" }, null)).toEqual({ top: { read: true, write: false }, isWritable: false });
  });

  it("comes from the nearest folder with an entry, and needs write permission for every folder to restore", () => {
    const mixed = subtree(stored("a", null, [entry("anna", "write")]), stored("b", "a"), stored("c", "b", [entry("w", "read")]));
    expect(permissionIn(mixed, anna, NONE)).toEqual({ top: { read: true, write: true }, isWritable: false });
    expect(permissionIn(subtree(...mixed.folders.slice(0, 2)), anna, NONE).isWritable).toBe(true);
    expect(permissionIn(subtree(stored("a", "gone")), anna, NONE)).toEqual({ top: NONE, isWritable: false });
  });

  it("comes from the former ancestors when the parent is gone", () => {
    const inherited = [[entry("ben", "write")], [entry("w", "none")], [entry("anna", "write")]];
    expect(decidedByFormer({ version: 1, folders: [], inherited }, anna)).toEqual(NONE);
    expect(decidedByFormer({ version: 1, folders: [], inherited: [] }, anna)).toBeNull();
  });
});
