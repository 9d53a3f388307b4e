import type { Pool } from "pg";
import { loadStatement } from "../../platform/db/statement.ts";

/** SQL for views per start day (UTC) since a time. Days are compared by arithmetic and formatted only once each. */
export const DAYS_STATEMENT = loadStatement<{ day: string; views: number; uniqueViews: number }, [itemId: string, since: Date]>(
  import.meta.url,
  "./sql/statistics-days.sql",
);

/** SQL for views per source, their total duration and the concatenated coverages of all visitors, in one scan. */
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
