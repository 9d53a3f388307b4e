import type { Pool } from "pg";
import { loadStatement } from "../../platform/db/statement.ts";

/** A row that references an object of the store. */
export interface HolderRow {
  kind: "shown" | "original" | "takeout";
  /** Id of the item, or of the user for a takeout. */
  id: string;
}

const DOWNLOADS_HOLDERS = loadStatement<HolderRow, [storageKey: string]>(import.meta.url, "./sql/downloads-holders.sql");

/**
 * Returns all references to an object: items that show it or a rendition of it, items with this
 * original, version or asset, takeouts.
 */
export async function listHolders(pool: Pool, storageKey: string): Promise<HolderRow[]> {
  return DOWNLOADS_HOLDERS.run(pool, [storageKey]);
}
