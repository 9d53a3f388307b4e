import type { Pool } from "pg";

/** Something that holds an object of the store. */
export interface HolderRow {
  kind: "shown" | "original" | "takeout";
  /** The item's id, or of a take-out its person's. */
  id: string;
}

/** What holds this object: items that show it or anything made of them, pictures whose original it is, take-outs. */
export async function listHolders(pool: Pool, storageKey: string): Promise<HolderRow[]> {
  const { rows } = await pool.query<HolderRow>({
    name: "downloads-holders",
    text: `with found as (select id from blobs where storage_key = $1)
      select 'shown' as kind, i.id from found f join items i on i.blob_id = f.id
      union select 'shown', r.item_id from found f join renditions r on r.blob_id = f.id
      union select 'original', d.item_id from found f join picture_details d on d.original_blob_id = f.id
      union select 'takeout', t.user_id from found f join takeouts t on t.blob_id = f.id`,
    values: [storageKey],
  });
  return rows;
}
