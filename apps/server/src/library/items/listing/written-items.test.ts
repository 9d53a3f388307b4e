import { describe, expect, it } from "vitest";
import type { ListedRow } from "../queries/lists.repo.ts";
import type { StampRow } from "../queries/rows.repo.ts";
import { createWrittenItems } from "./written-items.ts";

const SIGHT = { permission: { read: true, write: false }, seesFolder: true };
const JOINED = {
  liked_by_me: null,
  owner_name: "Ann",
  owner_avatar: null,
  slug: null,
  visibility: null,
  has_password: null,
  favorite: null,
  folder_access: null,
};
const stampOf = (id: string, given: Partial<StampRow> = {}): StampRow => ({ id, row_version: "7", ...JOINED, ...given });
const itemOf = (id: string, bytes = 4) => ({
  listed: {
    ...stampOf(id),
    folder_id: "folder",
    title: id,
    created_at: "2026-01-01T00:00:00.000Z",
    trashed_at: null,
  } as unknown as ListedRow,
  sight: SIGHT,
  text: Buffer.alloc(bytes, "x"),
});
const sightOf = () => SIGHT;

describe("items as JSON", () => {
  it("are found by an equal stamp, with the keys of their order", () => {
    const known = createWrittenItems();
    known.store("page", "ann", known.under("a"), [itemOf("1"), itemOf("2")]);
    expect(known.has("page")).toBe(true);
    const found = known.find("ann", [stampOf("2"), stampOf("1")], sightOf);
    expect(found?.map(({ id, title, text }) => `${id} ${title} ${text.toString()}`)).toEqual(["2 2 xxxx", "1 1 xxxx"]);
  });

  it("are not found when a part of the stamp, the permission or the caller differs", () => {
    const known = createWrittenItems();
    known.store("page", "ann", known.under("a"), [itemOf("1")]);
    const changes: Partial<StampRow>[] = [
      { row_version: "8" },
      { liked_by_me: true },
      { owner_name: "Ben" },
      { owner_avatar: "avatar" },
      { slug: "slug" },
      { visibility: "link" },
      { has_password: true },
      { favorite: true },
      { folder_access: "link" },
    ];
    for (const change of changes) expect(known.find("ann", [stampOf("1", change)], sightOf), JSON.stringify(change)).toBeNull();
    expect(known.find("ann", [stampOf("1"), stampOf("2")], sightOf)).toBeNull();
    expect(known.find("ben", [stampOf("1")], sightOf)).toBeNull();
    expect(known.find("ann", [stampOf("1")], () => ({ ...SIGHT, seesFolder: false }))).toBeNull();
    expect(known.find("ann", [stampOf("1")], () => ({ ...SIGHT, permission: { read: true, write: true } }))).toBeNull();
    expect(known.find("ann", [stampOf("1")], sightOf)).toHaveLength(1);
  });

  it("are removed when a setting changes, and those that were read before are not stored after it", () => {
    const known = createWrittenItems();
    const epoch = known.under("a");
    known.store("page", "ann", epoch, [itemOf("1")]);
    expect(known.under("a")).toBe(epoch);
    expect(known.has("page")).toBe(true);
    known.under("b");
    expect(known.has("page")).toBe(false);
    known.store("page", "ann", epoch, [itemOf("1")]);
    expect(known.find("ann", [stampOf("1")], sightOf)).toBeNull();
  });

  it("take limited memory: the oldest are removed first, and a replaced text counts once", () => {
    const known = createWrittenItems();
    const epoch = known.under("a");
    const mb = 1024 * 1024;
    for (let round = 0; round < 20; round += 1) known.store("page", "ann", epoch, [itemOf("same", mb)]);
    for (let n = 0; n < 7; n += 1) known.store("page", "ann", epoch, [itemOf(`${n}`, mb)]);
    expect(known.find("ann", [stampOf("same")], sightOf)).toHaveLength(1);
    known.store("page", "ann", epoch, [itemOf("more", 1)]);
    expect(known.find("ann", [stampOf("same")], sightOf)).toBeNull();
    expect(known.find("ann", [stampOf("0"), stampOf("6"), stampOf("more")], sightOf)).toHaveLength(3);
  });
});
