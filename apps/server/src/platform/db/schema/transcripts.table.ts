import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, followedWorkspaceId, tsvector } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Some words that are spoken together, in seconds of the displayed video. */
export interface StoredSegment {
  start: number;
  end: number;
  text: string;
  words?: { start: number; end: number; text: string }[];
}

/** Segments in seconds of the source with this item, without it of the unedited video. */
export interface SourceSegment extends StoredSegment {
  itemId?: string;
}

/** What was said in a video, one row per video. */
export const transcripts = pgTable("transcripts", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  state: text({ enum: ["queued", "running", "ready", "failed", "none"] }).notNull(),
  /** Id of the run that writes it, or wrote it. Jobs of earlier runs end when they read another id. */
  runId: uuid().notNull(),
  /** Language that the user chose; null to find it. */
  wanted: text(),
  /** Language of the speech; null before it is known. */
  language: text(),
  progress: integer().notNull().default(0),
  /** Milliseconds of the sound that are written: a run continues here after its worker was killed. */
  doneMs: integer().notNull().default(0),
  reason: text(),
  segments: jsonb().$type<StoredSegment[]>().notNull().default([]),
  /** The segments at their places in the sources; null when the text was changed since the last edit of the video. */
  origin: jsonb().$type<SourceSegment[]>(),
  source: text({ enum: ["auto", "edited"] })
    .notNull()
    .default("auto"),
  model: text(),
  version: integer().notNull().default(0),
  /** The user who asked for it; null for one that the server began itself. */
  createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
  updatedAt: createdAt(),
  workspaceId: followedWorkspaceId(),
});

/** About half a minute of speech, with the times of its words: by these the search finds the second of a word. */
export const transcriptPassages = pgTable(
  "transcript_passages",
  {
    itemId: uuid()
      .notNull()
      .references(() => transcripts.itemId, { onDelete: "cascade" }),
    position: integer().notNull(),
    text: text().notNull(),
    /** Milliseconds and text of each word, or of each segment when the times of its words are unknown. */
    marks: jsonb().$type<[number, string][]>().notNull(),
    words: tsvector().notNull(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.position] })],
);
