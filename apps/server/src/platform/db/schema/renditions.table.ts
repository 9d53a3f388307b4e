import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { createdAt, followedWorkspaceId } from "./columns.ts";
import { items } from "./items.table.ts";
import type { RenditionFacts } from "./media-facts.ts";

/** Files derived from an item. */
export const renditions = pgTable(
  "renditions",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    kind: text({
      enum: [
        "thumbnail-small",
        "thumbnail-large",
        "preview",
        "poster",
        "playback",
        "storyboard",
        "waveform",
        "hls-1080",
        "hls-720",
        "hls-480",
      ],
    }).notNull(),
    blobId: uuid()
      .notNull()
      .references(() => blobs.id),
    width: integer().notNull(),
    height: integer().notNull(),
    facts: jsonb().$type<RenditionFacts>(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.kind] }), index("renditions_blob").on(table.blobId)],
);
