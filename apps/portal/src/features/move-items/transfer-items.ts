import { copyItem, moveItem } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { addItem, refreshSoon } from "../../entities/items/item-changes.ts";
import { cacheItem } from "../../entities/items/items.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { spaceOf, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { doEach, type EachOutcome } from "./each.plan.ts";

/** A folder of a space; null is its root. */
export interface TransferTarget {
  space: SpaceRef;
  folderId: string | null;
}

interface Watch {
  onProgress?: (finished: number) => void;
  signal?: AbortSignal;
}

/** Moves items to a folder of any space individually; a refused item stays in its folder. */
export async function moveTo(
  items: readonly ItemView[],
  { space, folderId }: TransferTarget,
  watch: Watch = {},
): Promise<EachOutcome<ItemView, ItemView>> {
  const body = { workspaceId: space, folderId };
  const outcome = await doEach(items, (item) => client.call(moveItem, { params: { itemId: item.id }, body }), watch);
  for (const { output } of outcome.done) cacheItem(output);
  if (outcome.done.length > 0) refreshSoon();
  return outcome;
}

/** Moves items back to their previous folders. */
export async function moveBack(before: readonly ItemView[]): Promise<EachOutcome<ItemView, ItemView>> {
  const outcome = await doEach(before, (item) =>
    client.call(moveItem, { params: { itemId: item.id }, body: { workspaceId: spaceOf(item), folderId: item.parentId } }),
  );
  for (const { output } of outcome.done) cacheItem(output);
  refreshSoon();
  return outcome;
}

/** Copies items to a folder of any space. */
export async function copyTo(
  items: readonly ItemView[],
  { space, folderId }: TransferTarget,
  watch: Watch = {},
): Promise<EachOutcome<ItemView, ItemView>> {
  const body = { workspaceId: space, folderId };
  const outcome = await doEach(items, (item) => client.call(copyItem, { params: { itemId: item.id }, body }), watch);
  for (const { output } of outcome.done) addItem(output);
  return outcome;
}
