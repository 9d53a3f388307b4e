import { VIEW_BUCKETS } from "@stillreel/contract";
import { and, desc, eq, gt, or, sql, type SQL } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { items, views } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export interface Counts {
  views: number;
  uniqueViews: number;
}

const VIEWS_ITEM = loadStatement<{ ownerId: string | null } & Counts, [itemId: string]>(import.meta.url, "./sql/views-item.sql");

/** Returns owner and counts of an item. Undefined when it does not exist. */
export async function findItem(pool: Pool, itemId: string): Promise<({ ownerId: string | null } & Counts) | undefined> {
  const [row] = await VIEWS_ITEM.run(pool, [itemId]);
  return row;
}

const VIEWS_VISITING = loadStatement<unknown, [itemId: string, visitor: Buffer, since: Date]>(import.meta.url, "./sql/views-visiting.sql");

/** Returns whether this visitor has a visit in progress. */
export async function isVisiting(pool: Pool, itemId: string, visitor: Buffer, since: Date): Promise<boolean> {
  const rows = await VIEWS_VISITING.run(pool, [itemId, visitor, since]);
  return rows.length > 0;
}

/**
 * Serializes the reports of one visitor until the transaction ends, without blocking other visitors. Also locks the item.
 * Returns false when the item does not exist.
 */
export async function lockVisitor(tx: Executor, itemId: string, visitor: Buffer): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select pg_advisory_xact_lock(${visitor.readBigInt64BE().toString()}::bigint) from items where id = ${itemId}::uuid for key share`,
  );
  return rows.length > 0;
}

export type VisitRow = Pick<typeof views.$inferSelect, "id" | "seconds" | "coverage" | "counted" | "isFirst" | "createdAt" | "updatedAt">;

/**
 * Returns a visitor's first counted visit and the visits since a time, newest first. Prepared, because it reads every month: planning it takes longer
 * than running it.
 */
export async function listVisits(tx: Executor, itemId: string, visitor: Buffer, since: Date): Promise<VisitRow[]> {
  return tx
    .select({
      id: views.id,
      seconds: views.seconds,
      coverage: views.coverage,
      counted: views.counted,
      isFirst: views.isFirst,
      createdAt: views.createdAt,
      updatedAt: views.updatedAt,
    })
    .from(views)
    .where(
      and(
        eq(views.itemId, sql.placeholder("itemId")),
        eq(views.visitor, sql.placeholder("visitor")),
        or(gt(views.updatedAt, sql.placeholder("since")), views.isFirst),
      ),
    )
    .orderBy(desc(views.updatedAt))
    .prepare("views-visits")
    .execute({ itemId, visitor, since });
}

export async function insertVisit(tx: Executor, row: typeof views.$inferInsert): Promise<void> {
  await tx.insert(views).values(row);
}

export async function updateVisit(
  tx: Executor,
  { id, createdAt }: Pick<VisitRow, "id" | "createdAt">,
  change: Partial<Pick<VisitRow, "seconds" | "coverage" | "counted" | "isFirst" | "updatedAt">>,
): Promise<void> {
  // The time determines the partition, so that only one is read.
  await tx
    .update(views)
    .set(change)
    .where(and(eq(views.id, id), eq(views.createdAt, createdAt)));
}

/**
 * Deletes visits without a view and without a report since `before`. Skips rows that a report has locked. Returns
 * their number.
 */
export async function deleteUncounted(db: Executor, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with ended as materialized (
      select id, created_at from views where not counted and updated_at < ${before.toISOString()}::timestamptz
      order by updated_at limit ${limit} for update skip locked
    )
    delete from views v using ended where v.id = ended.id and v.created_at = ended.created_at`);
  return rowCount ?? 0;
}

/** Counts a view of an item. Undefined when the item does not exist. */
export async function countView(tx: Executor, itemId: string, isFirst: boolean): Promise<Counts | undefined> {
  const rows = await tx
    .update(items)
    .set({ viewCount: sql`${items.viewCount} + 1`, uniqueViewCount: sql`${items.uniqueViewCount} + ${isFirst ? 1 : 0}` })
    .where(eq(items.id, itemId))
    .returning({ views: items.viewCount, uniqueViews: items.uniqueViewCount });
  return rows[0];
}

/** Number of bits of a coverage. */
const COVERAGE_BITS = Math.ceil(VIEW_BUCKETS / 8) * 8;

/** For each hundredth the one that it was before; null when it was not shown. */
export type BucketMap = readonly (number | null)[];

/**
 * Returns the bytes whose bits are set in the unedited coverage at these indexes, or in the shown one at its indexes unless they were already
 * set after the last change. -1 is no bit.
 */
function bitsOf(source: BucketMap, shown: BucketMap, known: BucketMap) {
  const indexes = (map: BucketMap) => sql.param(Array.from({ length: COVERAGE_BITS }, (_, bucket) => map[bucket] ?? -1));
  const unedited = (index: SQL) =>
    sql`(case when ${index} >= 0 and v.source_coverage is not null then get_bit(v.source_coverage, ${index}::bigint) else 0 end)`;
  return sql`(
    select string_agg(set_byte('\\x00'::bytea, 0, bits.byte), ''::bytea order by bits.n)
    from (
      select ((m.bucket - 1) / 8)::int as n,
        sum((${unedited(sql`m.source`)} | case when m.shown >= 0 and ${unedited(sql`m.known`)} = 0 then get_bit(v.coverage, m.shown::bigint) else 0 end)
          << ((m.bucket - 1) % 8)::int)::int as byte
      from unnest(${indexes(source)}::int[], ${indexes(shown)}::int[], ${indexes(known)}::int[]) with ordinality m(source, shown, known, bucket)
      group by 1
    ) bits
  )`;
}

/** Moves the watched hundredths of all visits of a video, with one statement. Those of removed parts stay in the source's coverage. */
export async function moveCoverage(
  tx: Executor,
  itemId: string,
  { source, known, shown }: { source: BucketMap; known: BucketMap; shown: readonly { source: number | null; before: number | null }[] },
): Promise<void> {
  const same = source.map((_, bucket) => bucket);
  // A hundredth of the unedited video was watched in it, or in the part that showed it last.
  const at = (map: BucketMap): BucketMap => shown.map((one) => (one.source === null ? null : (map[one.source] ?? null)));
  const before = shown.map((one) => (one.source === null ? one.before : (source[one.source] ?? null)));
  await tx.execute(sql`
    update views v set source_coverage = ${bitsOf(same, source, known)}, coverage = ${bitsOf(at(same), before, at(known))}
    where v.item_id = ${itemId} and v.coverage is not null and length(v.coverage) = ${COVERAGE_BITS / 8}`);
}

/** Deletes what was watched of removed parts of a video. */
export async function forgetSourceCoverage(tx: Executor, itemId: string): Promise<void> {
  await tx.update(views).set({ sourceCoverage: null }).where(eq(views.itemId, itemId));
}
