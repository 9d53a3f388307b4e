import type { ClientResult, getImage } from "@stillreel/contract";
import { lazily } from "../../platform/lazily.ts";
import { spaceOf, type SpaceRef } from "../spaces/space-ref.ts";

/** An item as the API returns it. Its media addresses are valid for five minutes. */
export type ItemView = ClientResult<typeof getImage>;
export type ItemType = ItemView["type"];
/** All types of items, in the order in which they are listed. */
export const ITEM_TYPES: readonly ItemType[] = ["image", "video", "board"];
export type ItemSort = "newest" | "oldest" | "name";
/** The lists of the library. `folder` contains the items of one folder or, without a folder, those at the root. */
export type ListView = "folder" | "all" | "shared" | "starred" | "trash";

/** The name of a list: everything that determines its content and order. */
export interface ListName {
  workspaceId: SpaceRef;
  view: ListView;
  /** Null for lists with both types. */
  type: ItemType | null;
  /** Null for the root and for every view except `folder`. */
  folderId: string | null;
  sort: ItemSort;
  /** The previewed member; absent for the user's own view. */
  asMember?: string;
}

/** One page of a list with the time at which its addresses were signed (epoch milliseconds; 0 after they were removed). */
export interface ItemPage {
  items: ItemView[];
  nextCursor: string | null;
  fetchedAt: number;
}

/** Returns whether an item in its current state belongs to a list. */
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

const natural = lazily(() => new Intl.Collator("und", { numeric: true }));
/** Returns the timestamp by which a list is sorted, as far as the item contains it. */
const sortTimeOf = (item: ItemView, list: ListName): string =>
  list.view === "trash" ? (item.trashedAt ?? item.createdAt) : item.createdAt;

/** Compares two items in list order: negative when `a` comes first. */
export function compareIn(list: ListName, a: ItemView, b: ItemView): number {
  if (list.sort === "name") return natural().compare(a.title, b.title);
  const order = sortTimeOf(a, list).localeCompare(sortTimeOf(b, list), "en") || (a.id < b.id ? -1 : 1);
  return list.sort === "newest" ? -order : order;
}
