import type { Pool } from "pg";
import { loadStatement } from "../../platform/db/statement.ts";

/** Views by the day (UTC) on which they began, from a moment on. Days are told apart by arithmetic alone, and named once each. */
export const DAYS_STATEMENT = loadStatement<{ day: string; views: number; uniqueViews: number }, [itemId: string, since: Date]>(
  import.meta.url,
  "./sql/statistics-days.sql",
);

/** Views by where they came from, how long all of them lasted, and what every visitor watched, one coverage after the other: by one reading. */
export const TOTALS_STATEMENT = loadStatement<Totals["views"] & { seconds: number; coverages: Buffer | null }, [itemId: string]>(
  import.meta.url,
  "./sql/statistics-totals.sql",
);

export interface Totals {
  views: Readonly<Record<"link" | "embed" | "workspace", number>>;
  seconds: number;
  coverages: Buffer;
}

export async function listDays(pool: Pool, itemId: string, since: Date): Promise<{ day: string; views: number; uniqueViews: number }[]> {
  return DAYS_STATEMENT.run(pool, [itemId, since]);
}

export async function findTotals(pool: Pool, itemId: string): Promise<Totals> {
  const rows = await TOTALS_STATEMENT.run(pool, [itemId]);
  const { link = 0, embed = 0, workspace = 0, seconds = 0, coverages = null } = rows[0] ?? {};
  return { views: { link, embed, workspace }, seconds, coverages: coverages ?? Buffer.alloc(0) };
}
