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
const itemPlacements = new Map(
  [
    { id: "open", workspaceId: W, folderId: null },
    { id: "hidden", workspaceId: W, folderId: "secret" },
    { id: "elsewhere", workspaceId: "other", folderId: null },
  ].map((placement) => [placement.id, placement]),
);
const items = (itemIds: string[] | null): SpaceEvent => ({ type: "items", workspaceId: W, itemIds, origin: "tab" });
const about = (type: "comments" | "engagement", itemId: string): SpaceEvent => ({ type, workspaceId: W, itemId, origin: null });
const received = (event: SpaceEvent, who = bound, hasMoved = false) => visibleEvents(who, { event, hasMoved }, itemPlacements);

describe("a member with restricted permissions", () => {
  test("receives events of readable items, by name", () => {
    expect(received(items(["open"]))).toEqual([items(["open"])]);
    expect(received(items(["open", "hidden"]))).toEqual([items(["open"])]);
    expect(received(about("comments", "open"))).toEqual([about("comments", "open")]);
  });

  test("receives no events of unreadable items", () => {
    expect(received(items(["hidden"]))).toEqual([]);
    expect(received(about("comments", "hidden"))).toEqual([]);
    expect(received(about("engagement", "hidden"))).toEqual([]);
    expect(received(about("engagement", "gone"))).toEqual([]);
    expect(received(about("comments", "elsewhere"))).toEqual([]);
  });

  test("receives an event without a name for an item that was deleted or became unreadable", () => {
    expect(received(items(["gone"]))).toEqual([items(null)]);
    expect(received(items(["elsewhere", "hidden"]))).toEqual([items(null)]);
    expect(received(items(["hidden"]), bound, true)).toEqual([items(null)]);
    expect(received(items(["open"]), bound, true)).toEqual([items(["open"])]);
  });

  test("reloads the lists after a change of a folder, which may change its contents", () => {
    const folders: SpaceEvent = { type: "folders", workspaceId: W, origin: "tab" };
    expect(received(folders)).toEqual([folders, items(null)]);
    expect(received(folders, free)).toEqual([folders]);
  });

  test("receives every event that names no item", () => {
    for (const event of [items(null), items([]), { type: "workspace", workspaceId: W, origin: null } as const])
      expect(received(event)).toEqual([event]);
  });
});
