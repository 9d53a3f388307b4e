import { Item } from "@stillreel/contract";
import { writerOf } from "../../../platform/http/implement.ts";
import type { PresentedItem, Sight } from "../items.present.ts";
import type { ListedRow } from "../queries/lists.repo.ts";
import { JOINED_COLUMNS, type JoinedColumns, type StampRow } from "../queries/rows.repo.ts";

/** Maximum number of bytes of all texts together. */
const ROOM = 8 * 1024 * 1024;
/** Maximum number of remembered pages. */
const PAGES_MAX = 1_000;

/** An item as JSON of the contract, with all that it depends on. */
interface WrittenItem {
  version: string;
  joined: JoinedColumns;
  sight: Sight;
  text: Buffer;
  /** Facts of the row: the folder decides the permission, the others are sort keys. */
  row: Pick<ListedRow, "folder_id" | "title" | "created_at" | "trashed_at">;
}

/** A row of a page with its text. */
export type WrittenRow = Pick<ListedRow, "id" | "title" | "created_at" | "trashed_at"> & { text: Buffer };
/** Returns the permission of the caller on a row. */
export type SightOf = (row: Pick<ListedRow, "id" | "folder_id">) => Sight;

const isSame = (one: JoinedColumns, other: JoinedColumns): boolean =>
  // The database returns null for the values that most rows have.
  JOINED_COLUMNS.every((column) => (one[column] ?? false) === (other[column] ?? false));

const isSameSight = (one: Sight, other: Sight): boolean =>
  one.permission.read === other.permission.read && one.permission.write === other.permission.write && one.seesFolder === other.seesFolder;

/** Returns whether a text is that of an item with this stamp. */
const isCurrent = (known: WrittenItem, stamp: StampRow, sightOf: SightOf): boolean =>
  known.version === stamp.row_version &&
  isSame(known.joined, stamp) &&
  isSameSight(known.sight, sightOf({ id: stamp.id, folder_id: known.row.folder_id }));

/**
 * Creates a cache of items as JSON, per caller. A text is used only for an item whose stamp was just read and is equal, so a change is
 * visible immediately, in all processes, and nothing has to be invalidated. See ADR 0047.
 */
export function createWrittenItems() {
  const texts = new Map<string, WrittenItem>();
  const pages = new Set<string>();
  let room = ROOM;
  let setting = "";
  let epoch = 0;

  function clear(): void {
    epoch += 1;
    texts.clear();
    pages.clear();
    room = ROOM;
  }

  function add(key: string, written: WrittenItem): void {
    room += (texts.get(key)?.text.length ?? 0) - written.text.length;
    // The new text is the last, and a map iterates in insertion order, so the oldest texts are removed first.
    texts.delete(key);
    texts.set(key, written);
    for (const [eldest, { text }] of texts) {
      if (room >= 0) return;
      texts.delete(eldest);
      room += text.length;
    }
  }

  return {
    clear,

    /**
     * Removes all texts when a setting that all of them depend on differs from the last one.
     * @returns the epoch: what is read from now on may be stored until the texts are removed
     */
    under(given: string): number {
      if (given !== setting) clear();
      setting = given;
      return epoch;
    },

    /** Returns whether the page was written, so that reading its stamps is likely to suffice. */
    has: (page: string): boolean => pages.has(page),

    /** Returns the rows of a page with their texts; null when one of the texts is missing or outdated. */
    find(callerId: string, stamps: readonly StampRow[], sightOf: SightOf): WrittenRow[] | null {
      const rows: WrittenRow[] = [];
      for (const stamp of stamps) {
        const known = texts.get(`${callerId} ${stamp.id}`);
        if (!known || !isCurrent(known, stamp, sightOf)) return null;
        rows.push({ id: stamp.id, ...known.row, text: known.text });
      }
      return rows;
    },

    /** Stores the texts of a page that was read in an epoch. */
    store(page: string, callerId: string, readIn: number, items: readonly { listed: ListedRow; sight: Sight; text: Buffer }[]): void {
      if (readIn !== epoch) return;
      if (pages.size >= PAGES_MAX) pages.clear();
      pages.add(page);
      for (const { listed, sight, text } of items) {
        const joined = Object.fromEntries(JOINED_COLUMNS.map((column) => [column, listed[column]])) as unknown as JoinedColumns;
        const { folder_id, title, created_at, trashed_at } = listed;
        add(`${callerId} ${listed.id}`, {
          version: listed.row_version,
          joined,
          sight,
          text,
          row: { folder_id, title, created_at, trashed_at },
        });
      }
    },
  };
}

const write = writerOf(Item);

/** Writes an item of a page as JSON of the contract, in UTF-8. */
export const writeItem = (item: PresentedItem): Buffer => Buffer.from(write(item));
