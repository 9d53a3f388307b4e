import type { ClientResult, getImage } from "@stillreel/contract";
import { spaceOf, type SpaceRef } from "../spaces/space-ref.ts";

/** An item as the API gives it. Its media URLs live five minutes. */
export type ItemView = ClientResult<typeof getImage>;
export type ItemType = ItemView["type"];
export type ItemSort = "newest" | "oldest" | "name";
/** The lists that the library shows. `folder` is one folder's own items, or (with no folder) those at the root. */
export type ListView = "folder" | "all" | "shared" | "starred" | "trash";

/** The name of one list: everything that decides what it holds and in which order. */
export interface ListName {
  workspaceId: SpaceRef;
  view: ListView;
  /** Null where images and videos stand together. */
  type: ItemType | null;
  /** Null for the root, and in every view but `folder`. */
  folderId: string | null;
  sort: ItemSort;
  /** The member whose view of it is shown; absent for one's own. */
  asMember?: string;
}

/** One page of a list, with the time at which its URLs were signed (epoch milliseconds; 0 for a page whose URLs were let go). */
export interface ItemPage {
  items: ItemView[];
  nextCursor: string | null;
  fetchedAt: number;
}

/** Whether an item, as it is now, stands in a list. */
export function belongs(item: ItemView, list: ListName): boolean {
  if (spaceOf(item) !== list.workspaceId) return false;
  if (list.type !== null && item.type !== list.type) return false;
  if (list.view === "trash") return item.trash;
  if (item.trash) return false;
  if (list.view === "all") return true;
  if (list.view === "starred") return item.favorite;
  if (list.view === "shared") return item.shareUrl !== null;
  return item.parentId === list.folderId;
}

const natural = new Intl.Collator("und", { numeric: true });
/** The moment by which a list is sorted, as far as the item itself tells it. */
const sortTimeOf = (item: ItemView, list: ListName): string =>
  list.view === "trash" ? (item.trashedAt ?? item.createdAt) : item.createdAt;

/** Order of two items in a list: below zero when `a` stands first. */
export function compareIn(list: ListName, a: ItemView, b: ItemView): number {
  if (list.sort === "name") return natural.compare(a.title, b.title);
  const order = sortTimeOf(a, list).localeCompare(sortTimeOf(b, list), "en") || (a.id < b.id ? -1 : 1);
  return list.sort === "newest" ? -order : order;
}
