import type { Pool } from "pg";
import { loadStatement } from "../../platform/db/statement.ts";

/** Something that holds an object of the store. */
export interface HolderRow {
  kind: "shown" | "original" | "takeout";
  /** The item's id, or of a take-out its person's. */
  id: string;
}

const DOWNLOADS_HOLDERS = loadStatement<HolderRow, [storageKey: string]>(import.meta.url, "./sql/downloads-holders.sql");

/** What holds this object: items that show it or anything made of them, pictures whose original it is, take-outs. */
export async function listHolders(pool: Pool, storageKey: string): Promise<HolderRow[]> {
  return DOWNLOADS_HOLDERS.run(pool, [storageKey]);
}
