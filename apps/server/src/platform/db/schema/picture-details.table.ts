import type { AnnotationDocument, CaptureRecord } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { createdAt } from "./columns.ts";
import { items } from "./items.table.ts";

/**
 * What lists need not know of a picture, one row for those that have any of it: what it was before it was drawn over, what was
 * drawn, and what the capture told. Original and markers are for people who may write.
 */
export const pictureDetails = pgTable(
  "picture_details",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    originalBlobId: uuid().references(() => blobs.id),
    /** The annotation document, as the contract's `Markers` left it. */
    markers: jsonb().$type<AnnotationDocument>(),
    capture: jsonb().$type<CaptureRecord>(),
    updatedAt: createdAt(),
  },
  (table) => [
    index("picture_details_original")
      .on(table.originalBlobId)
      .where(sql`${table.originalBlobId} is not null`),
  ],
);
