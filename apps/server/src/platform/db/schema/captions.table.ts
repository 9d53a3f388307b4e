import { boolean, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, followedWorkspaceId } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** A cue at its place in a source of an edited video: in the video itself, or in a joined one. */
export interface SourceCue {
  itemId?: string;
  from: number;
  to: number;
  settings: string;
  text: string;
}

/** Captions of a video as WebVTT, one row per language. */
export const captions = pgTable(
  "captions",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    language: text().notNull(),
    label: text().notNull(),
    vtt: text().notNull(),
    /** Cues in seconds of the sources that `vtt` was derived from; null when `vtt` was set since the last edit of the video. */
    source: jsonb().$type<SourceCue[]>(),
    /** Whether they follow the transcript. Captions that a user wrote do not. */
    automatic: boolean().notNull().default(false),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    updatedAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.language] })],
);
