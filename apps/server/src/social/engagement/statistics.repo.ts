import type { Pool } from "pg";

/** Views by the day (UTC) on which they began, from a moment on. Days are told apart by arithmetic alone, and named once each. */
export const DAYS_STATEMENT = {
  name: "statistics-days",
  text: `select (day at time zone 'UTC')::date::text as day, views::int, uniques::int as "uniqueViews" from (
      select date_bin('1 day', created_at, timestamptz '2000-01-01 00:00:00+00') as day, count(*) as views, count(*) filter (where is_first) as uniques
      from views where item_id = $1 and counted and created_at >= $2 group by 1) days`,
} as const;

/** Views by where they came from, how long all of them lasted, and what every visitor watched, one coverage after the other: by one reading. */
export const TOTALS_STATEMENT = {
  name: "statistics-totals",
  text: `select count(*) filter (where source = 'link')::int as link, count(*) filter (where source = 'embed')::int as embed,
      count(*) filter (where source = 'workspace')::int as workspace, coalesce(sum(seconds), 0) as seconds,
      string_agg(coverage, ''::bytea) filter (where is_first) as coverages
    from views where item_id = $1 and counted`,
} as const;

export interface Totals {
  views: Readonly<Record<"link" | "embed" | "workspace", number>>;
  seconds: number;
  coverages: Buffer;
}

export async function listDays(pool: Pool, itemId: string, since: Date): Promise<{ day: string; views: number; uniqueViews: number }[]> {
  const { rows } = await pool.query<{ day: string; views: number; uniqueViews: number }>({ ...DAYS_STATEMENT, values: [itemId, since] });
  return rows;
}

export async function findTotals(pool: Pool, itemId: string): Promise<Totals> {
  const { rows } = await pool.query<Totals["views"] & { seconds: number; coverages: Buffer | null }>({
    ...TOTALS_STATEMENT,
    values: [itemId],
  });
  const { link = 0, embed = 0, workspace = 0, seconds = 0, coverages = null } = rows[0] ?? {};
  return { views: { link, embed, workspace }, seconds, coverages: coverages ?? Buffer.alloc(0) };
}
