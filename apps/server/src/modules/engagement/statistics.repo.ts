import type { Pool } from "pg";

/** Views by the day (UTC) on which they began, from a moment on. */
export const DAYS_STATEMENT = {
  name: "statistics-days",
  text: `select day::text, views::int, uniques::int as "uniqueViews" from (
      select (created_at at time zone 'UTC')::date as day, count(*) as views, count(*) filter (where is_first) as uniques
      from views where item_id = $1 and counted and created_at >= $2 group by 1) days`,
} as const;

/** Views by where they came from, and how long they lasted. */
export const SOURCES_STATEMENT = {
  name: "statistics-sources",
  text: "select source, count(*)::int as views, sum(seconds) as seconds from views where item_id = $1 and counted group by source",
} as const;

/** What every visitor watched, one coverage after the other. */
export const COVERAGES_STATEMENT = {
  name: "statistics-coverages",
  text: "select string_agg(coverage, ''::bytea) as coverages from views where item_id = $1 and counted and is_first and coverage is not null",
} as const;

export async function listDays(pool: Pool, itemId: string, since: Date): Promise<{ day: string; views: number; uniqueViews: number }[]> {
  const { rows } = await pool.query<{ day: string; views: number; uniqueViews: number }>({ ...DAYS_STATEMENT, values: [itemId, since] });
  return rows;
}

export async function listSources(
  pool: Pool,
  itemId: string,
): Promise<{ source: "link" | "embed" | "workspace"; views: number; seconds: number }[]> {
  const { rows } = await pool.query<{ source: "link" | "embed" | "workspace"; views: number; seconds: number }>({
    ...SOURCES_STATEMENT,
    values: [itemId],
  });
  return rows;
}

export async function findCoverages(pool: Pool, itemId: string): Promise<Buffer> {
  const { rows } = await pool.query<{ coverages: Buffer | null }>({ ...COVERAGES_STATEMENT, values: [itemId] });
  return rows[0]?.coverages ?? Buffer.alloc(0);
}
