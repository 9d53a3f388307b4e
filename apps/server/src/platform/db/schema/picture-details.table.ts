import type { AnnotationDocument, CaptureRecord } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { createdAt, followedWorkspaceId } from "./columns.ts";
import { items } from "./items.table.ts";

/**
 * Picture data that lists do not need. There is one row per item that has any of it: the original before annotation, the
 * markers and the capture metadata. The original and the markers are only for users with write permission.
 */
export const pictureDetails = pgTable(
  "picture_details",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    originalBlobId: uuid().references(() => blobs.id),
    /** Annotation document, as produced by the contract's `Markers` schema. */
    markers: jsonb().$type<AnnotationDocument>(),
    capture: jsonb().$type<CaptureRecord>(),
    updatedAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("picture_details_original")
      .on(table.originalBlobId)
      .where(sql`${table.originalBlobId} is not null`),
  ],
);
