import { sectionOf } from "../spaces/addresses.ts";
import type { ItemType } from "./item-list.ts";
import {
  BULK_MAX,
  copyItem as copyItemRoute,
  deleteItems,
  favoriteItems,
  moveManyItems,
  restoreItems,
  trashItems,
  updateItem,
  type ClientResult,
} from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { client, errorText, queryClient, type Failure } from "../../platform/api.ts";
import { countAtRoot, countInFolders, refreshFolders } from "../folders/folders.queries.ts";
import { countsOf } from "../spaces/spaces.queries.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { withoutItems } from "./item-pages.ts";
import { belongs, type ItemView, type ListName } from "./item-list.ts";
import { beginChange, changeLists, forgetItem, cacheItem, cacheItems, knownItems, refreshLists } from "./items.queries.ts";

/** Target items of a change in one space: ids, or everything in a list including unloaded items. */
export type BulkTarget = { itemIds: readonly string[]; space: SpaceRef } | { all: true; from: ListName };

/** Returns these items, which are in one space, as target. */
export const theseItems = (items: readonly Pick<ItemView, "id" | "workspaceId">[]): BulkTarget => ({
  itemIds: items.map((item) => item.id),
  space: items[0] ? spaceOf(items[0]) : PERSONAL,
});

const paramsOf = (target: BulkTarget): { workspaceId: SpaceRef } => ({
  workspaceId: "all" in target ? target.from.workspaceId : target.space,
});

/** Result of a bulk change, with the cached previous state of changed items for undo. */
export interface BulkOutcome {
  done: number;
  pending: number;
  failed: ClientResult<typeof trashItems>["failed"];
  /** Whether a whole list was meant instead of certain items. */
  isAll: boolean;
  before: ItemView[];
}

/** Current state of items that no cached list contains any more. */
type Known = readonly ItemView[];

type BulkBody = { itemIds: string[] } | { all: true; from: { view: ListName["view"]; type?: ItemType; folderId?: string } };
type BulkAnswer = ClientResult<typeof trashItems>;

/** Moves items to the trash. Resolves to null when nothing happened (the reason was displayed). */
export const trashMany = (target: BulkTarget, known?: Known): Promise<BulkOutcome | null> =>
  changeMany(
    target,
    (item) => ({ ...item, trash: true, trashedAt: new Date().toISOString() }),
    (body) => client.call(trashItems, { params: paramsOf(target), body: body as never }),
    { known, failure: "deleteItems" },
  );

/** Restores items from the trash into their previous folders if these exist. */
export const restoreMany = (target: BulkTarget, known?: Known): Promise<BulkOutcome | null> =>
  changeMany(
    target,
    (item) => ({ ...item, trash: false, trashedAt: null, trashedFrom: null, purgeAt: null }),
    (body) => client.call(restoreItems, { params: paramsOf(target), body: body as never }),
    { known, failure: "restoreItems" },
  );

/** Deletes items in the trash permanently. There is no undo. */
export const deleteMany = (target: BulkTarget): Promise<BulkOutcome | null> =>
  changeMany(
    target,
    () => null,
    (body) => client.call(deleteItems, { params: paramsOf(target), body: body as never }),
    { failure: "deleteItems" },
  );

/** Moves items into a folder, or to the root with null. */
export const moveMany = (target: BulkTarget, folderId: string | null, known?: Known): Promise<BulkOutcome | null> =>
  changeMany(
    target,
    (item) => ({ ...item, parentId: folderId }),
    (body) => client.call(moveManyItems, { params: paramsOf(target), body: { ...body, folderId } as never }),
    { known, failure: "moveItems" },
  );

/** Adds or removes stars. */
export const favoriteMany = (target: BulkTarget, favorite: boolean, known?: Known): Promise<BulkOutcome | null> =>
  changeMany(
    target,
    (item) => ({ ...item, favorite }),
    (body) => client.call(favoriteItems, { params: paramsOf(target), body: { ...body, favorite } as never }),
    { known },
  );

/**
 * The only function that changes items: optimistically in every list, count and folder; then on the server; refused changes are
 * rolled back with a message.
 */
async function changeMany(...change: Parameters<typeof applyChange>): Promise<BulkOutcome | null> {
  const end = beginChange();
  try {
    return await applyChange(...change);
  } finally {
    end();
  }
}

async function applyChange(
  target: BulkTarget,
  change: (item: ItemView) => ItemView | null,
  send: (body: BulkBody) => Promise<BulkAnswer>,
  { known = [], failure }: { known?: Known | undefined; failure?: Failure },
): Promise<BulkOutcome | null> {
  const ids = "itemIds" in target ? new Set(target.itemIds) : null;
  const isMeant = (item: ItemView): boolean => (ids ? ids.has(item.id) : "from" in target && belongs(item, target.from));
  const before = knownItems(isMeant);
  const seen = new Set(before.map((item) => item.id));
  for (const item of known) if (!seen.has(item.id)) before.push(item);
  for (const item of known) seen.add(item.id);
  show(before, change);
  const answer: BulkAnswer = { done: 0, pending: 0, failed: [] };
  try {
    for (const body of bodiesOf(target)) {
      const part = await send(body);
      answer.done += part.done;
      answer.pending += part.pending;
      answer.failed.push(...part.failed);
    }
  } catch (error) {
    undoShown(before, change);
    toasts.error(errorText(error, failure));
    refreshSoon();
    return null;
  }
  if (answer.failed.length > 0) putBack(before, change, answer);
  const refused = new Set(answer.failed.map((failure) => failure.itemId));
  // A page that was loaded meanwhile (the list was empty and requested more) may predate the change.
  show(
    knownItems((item) => isMeant(item) && !seen.has(item.id) && !refused.has(item.id)),
    change,
  );
  refreshSoon();
  return { ...answer, isAll: ids === null, before: before.filter((item) => !refused.has(item.id)) };
}

function* bodiesOf(target: BulkTarget): Generator<BulkBody> {
  if ("itemIds" in target) {
    for (let start = 0; start < target.itemIds.length; start += BULK_MAX) yield { itemIds: target.itemIds.slice(start, start + BULK_MAX) };
    return;
  }
  const { view, type, folderId } = target.from;
  yield { all: true, from: { view, ...(type ? { type } : {}), ...(view === "folder" ? { folderId: folderId ?? "root" } : {}) } };
}

/** Applies a change to cached items (null removes them), counts and folders. */
function show(before: readonly ItemView[], change: (item: ItemView) => ItemView | null): void {
  const gone = new Set<string>();
  const changed: ItemView[] = [];
  for (const item of before) {
    const next = change(item);
    if (next) changed.push(next);
    else gone.add(item.id);
  }
  if (gone.size > 0) {
    changeLists((pages) => withoutItems(pages, gone));
    for (const id of gone) forgetItem(id);
  }
  cacheItems(changed);
  recount(before, -1);
  recount(changed, 1);
}

/** Adds items to the counts of spaces and folders, or (-1) subtracts them. */
function recount(items: readonly ItemView[], by: 1 | -1): void {
  for (const [ref, ours] of Map.groupBy(items, spaceOf)) recountIn(ref, ours, by);
}

function recountIn(ref: SpaceRef, items: readonly ItemView[], by: 1 | -1): void {
  const inFolders = new Map<string, number>();
  const sum = { images: 0, videos: 0, boards: 0, shared: 0, starred: 0, trash: 0, trashBytes: 0 };
  for (const item of items) {
    if (item.trash) {
      sum.trash += by;
      sum.trashBytes += by * item.size;
      continue;
    }
    sum[sectionOf(item.type)] += by;
    if (item.shareUrl !== null) sum.shared += by;
    if (item.favorite) sum.starred += by;
    if (item.parentId) inFolders.set(item.parentId, (inFolders.get(item.parentId) ?? 0) + by);
    else countAtRoot(ref, ref === PERSONAL ? item.type : "mixed", by);
  }
  countInFolders(inFolders);
  queryClient.setQueryData(countsOf(ref).queryKey, (counts) => {
    if (!counts) return counts;
    const next = { ...counts };
    for (const [name, difference] of Object.entries(sum) as [keyof typeof sum, number][])
      next[name] = Math.max(0, counts[name] + difference);
    return next;
  });
}

function putBack(before: readonly ItemView[], change: (item: ItemView) => ItemView | null, answer: BulkAnswer): void {
  const refused = new Set(answer.failed.map((failure) => failure.itemId));
  const old = new Map(before.filter((item) => refused.has(item.id)).map((item) => [item.id, item]));
  undoShown([...old.values()], change);
  const total = answer.done + answer.pending + answer.failed.length;
  const reason = answer.failed[0];
  const message = reason ? i18next.t(`errors:${reason.code}` as "errors:internal", { defaultValue: reason.message }) : "";
  toasts.error(total === 1 ? message : i18next.t("library:toasts.partlyFailed", { count: answer.failed.length, total, reason: message }));
}

/** Restores the cached state of items before a change. */
function undoShown(before: readonly ItemView[], change: (item: ItemView) => ItemView | null): void {
  recount(
    before.flatMap((item) => change(item) ?? []),
    -1,
  );
  cacheItems(before);
  recount(before, 1);
}

let refreshing: ReturnType<typeof setTimeout> | undefined;

/** Schedules one refetch of lists, counts and folders for all changes within a short time. */
export function refreshSoon(isMeant?: (list: ListName) => boolean): void {
  clearTimeout(refreshing);
  refreshing = setTimeout(() => {
    refreshLists(isMeant);
    void refreshFolders();
    void queryClient.invalidateQueries({ queryKey: ["counts"] });
  }, 300);
}

/** Renames optimistically; a refusal restores the old title and shows the reason. */
export async function renameItem(item: ItemView, title: string): Promise<boolean> {
  cacheItems([{ ...item, title }]);
  try {
    cacheItem(await client.call(updateItem, { params: { workspaceId: spaceOf(item), type: item.type, itemId: item.id }, body: { title } }));
    return true;
  } catch (error) {
    cacheItems([item]);
    toasts.error(errorText(error, "updateTitle"));
    return false;
  }
}

/** Copies an item beside itself; resolves to the copy, or to null when the server refused (the reason was displayed). */
export async function copyItem(item: ItemView): Promise<ItemView | null> {
  try {
    const copy = await client.call(copyItemRoute, { params: { itemId: item.id }, body: {} });
    addItem(copy);
    toasts.show(i18next.t("library:toasts.copied"), { tone: "done" });
    return copy;
  } catch (error) {
    toasts.error(errorText(error));
    return null;
  }
}

/** Adds a new item to the cached lists. */
export function addItem(item: ItemView): void {
  const isNew = knownItems((known) => known.id === item.id).length === 0;
  cacheItem(item);
  if (isNew) recount([item], 1);
  refreshSoon((list) => list.view !== "trash");
}
