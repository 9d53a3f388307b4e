import { describe, expect, test } from "vitest";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import { visibleEvents, type SpaceEvent } from "./live.plan.ts";

const W = "w";
/** A user who may read everything but the folder `secret`. */
const bound: Pick<SpaceRights, "onItem" | "hidden"> = {
  onItem: (_itemId, folderId) => ({ read: folderId !== "secret", write: false }),
  hidden: { folderIds: ["secret"], itemIds: [], shownItemIds: [] },
};
const free: typeof bound = { onItem: () => ({ read: true, write: true }), hidden: null };
const places = new Map(
  [
    { id: "open", workspaceId: W, folderId: null },
    { id: "hidden", workspaceId: W, folderId: "secret" },
    { id: "elsewhere", workspaceId: "other", folderId: null },
  ].map((place) => [place.id, place]),
);
const items = (itemIds: string[] | null): SpaceEvent => ({ type: "items", workspaceId: W, itemIds, origin: "tab" });
const about = (type: "comments" | "engagement", itemId: string): SpaceEvent => ({ type, workspaceId: W, itemId, origin: null });
const heard = (event: SpaceEvent, who = bound, hasMoved = false) => visibleEvents(who, { event, hasMoved }, places);

describe("a member whom entries bind", () => {
  test("hears of what they may read, by name", () => {
    expect(heard(items(["open"]))).toEqual([items(["open"])]);
    expect(heard(items(["open", "hidden"]))).toEqual([items(["open"])]);
    expect(heard(about("comments", "open"))).toEqual([about("comments", "open")]);
  });

  test("hears nothing of what they may not read", () => {
    expect(heard(items(["hidden"]))).toEqual([]);
    expect(heard(about("comments", "hidden"))).toEqual([]);
    expect(heard(about("engagement", "hidden"))).toEqual([]);
    expect(heard(about("engagement", "gone"))).toEqual([]);
    expect(heard(about("comments", "elsewhere"))).toEqual([]);
  });

  test("is told without a name of what is gone, or went to where they may not see it", () => {
    expect(heard(items(["gone"]))).toEqual([items(null)]);
    expect(heard(items(["elsewhere", "hidden"]))).toEqual([items(null)]);
    expect(heard(items(["hidden"]), bound, true)).toEqual([items(null)]);
    expect(heard(items(["open"]), bound, true)).toEqual([items(["open"])]);
  });

  test("reads the lists anew where a folder changed: it may have taken along what is in it", () => {
    const folders: SpaceEvent = { type: "folders", workspaceId: W, origin: "tab" };
    expect(heard(folders)).toEqual([folders, items(null)]);
    expect(heard(folders, free)).toEqual([folders]);
  });

  test("hears everything that names nothing", () => {
    for (const event of [items(null), items([]), { type: "workspace", workspaceId: W, origin: null } as const])
      expect(heard(event)).toEqual([event]);
  });
});
