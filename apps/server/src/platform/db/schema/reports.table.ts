import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import { shareLinks } from "./shares.table.ts";

/** Links that visitors reported, with the number of their reports. They are open until an administrator closes them. */
export const reportedLinks = pgTable(
  "reported_links",
  {
    slug: text()
      .primaryKey()
      .references(() => shareLinks.slug, { onDelete: "cascade" }),
    /** Order of links with the same time of the newest report. */
    id: uuid().notNull(),
    reports: integer().notNull().default(1),
    firstAt: timestampMs().notNull(),
    lastAt: timestampMs().notNull(),
    closedAt: timestampMs(),
    closedBy: uuid(),
  },
  (table) => [
    index("reported_links_open")
      .on(table.lastAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.closedAt} is null`),
    index("reported_links_closed")
      .on(table.lastAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.closedAt} is not null`),
  ],
);

/** Reports of links by visitors. */
export const linkReports = pgTable(
  "link_reports",
  {
    id: id(),
    slug: text()
      .notNull()
      .references(() => reportedLinks.slug, { onDelete: "cascade" }),
    reason: text({ enum: ["illegal", "private", "abusive", "misleading"] }).notNull(),
    text: text().notNull().default(""),
    /** Address for questions, if the visitor gave one. */
    email: text(),
    createdAt: createdAt(),
    /** Time of the mail to the administrators that counts this report. */
    mailedAt: timestampMs(),
  },
  (table) => [
    index("link_reports_newest").on(table.slug, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("link_reports_unmailed")
      .on(table.createdAt)
      .where(sql`${table.mailedAt} is null`),
    index("link_reports_mailed")
      .on(table.mailedAt.desc().nullsFirst())
      .where(sql`${table.mailedAt} is not null`),
  ],
);
