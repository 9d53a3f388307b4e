import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { NotificationKind } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { digests, notifications, users } from "../../platform/db/schema/index.ts";
import { type NotificationRow, ROW_COLUMNS } from "./notifications.repo.ts";

/** A digest that is due, with its user. */
export interface DueRow {
  userId: string;
  nextAt: Date;
  since: Date;
  email: string;
  displayName: string;
  preferences: Record<string, unknown>;
  settings: Record<string, unknown>;
  isSuspended: boolean;
}

/** Position in the list of digests that are due. */
export type DuePosition = Pick<DueRow, "nextAt" | "userId">;

/** Sets the time of the next digest of a user. The first one contains what arrives from now on. */
export async function plan(tx: Executor, userId: string, { nextAt, now }: { nextAt: Date; now: Date }): Promise<void> {
  await tx.insert(digests).values({ userId, nextAt, since: now }).onConflictDoUpdate({ target: digests.userId, set: { nextAt } });
}

/** Removes the digest of a user. */
export async function drop(tx: Executor, userId: string): Promise<void> {
  await tx.delete(digests).where(eq(digests.userId, userId));
}

/** Returns digests that are due, the longest due first. Uses the index `digests_next`. */
export async function listDue(db: Executor, now: Date, after: DuePosition | null, limit: number): Promise<DueRow[]> {
  return db
    .select({
      userId: digests.userId,
      nextAt: digests.nextAt,
      since: digests.since,
      email: users.email,
      displayName: users.displayName,
      preferences: users.preferences,
      settings: users.notificationSettings,
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
    })
    .from(digests)
    .innerJoin(users, eq(users.id, digests.userId))
    .where(
      and(
        lte(digests.nextAt, now),
        after === null
          ? undefined
          : sql`(${digests.nextAt}, ${digests.userId}) > (${after.nextAt.toISOString()}::timestamptz, ${after.userId}::uuid)`,
      ),
    )
    .orderBy(asc(digests.nextAt), asc(digests.userId))
    .limit(limit);
}

/**
 * Claims a digest that is due, by setting the time of the next one. Returns false when another worker was faster, or when the user
 * changed the settings: then nothing is mailed.
 */
export async function claim(tx: Executor, { userId, nextAt }: DuePosition, next: { nextAt: Date; since: Date }): Promise<boolean> {
  const { rowCount } = await tx
    .update(digests)
    .set(next)
    .where(and(eq(digests.userId, userId), eq(digests.nextAt, nextAt)));
  return (rowCount ?? 0) > 0;
}

/** Returns unread notifications of these kinds from a time range that were not mailed, newest first. */
export async function listForDigest(
  db: Executor,
  userId: string,
  given: { kinds: readonly NotificationKind[]; since: Date; until: Date; limit: number },
): Promise<NotificationRow[]> {
  const { kinds, since, until, limit } = given;
  return db
    .select(ROW_COLUMNS)
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        gt(notifications.createdAt, since),
        lte(notifications.createdAt, until),
        inArray(notifications.kind, [...kinds]),
        sql`not ${notifications.details} ? 'mailedAt'`,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

/** Returns what a user has chosen, and locks the user until the transaction ends. */
export async function lockSettings(tx: Executor, userId: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await tx.select({ settings: users.notificationSettings }).from(users).where(eq(users.id, userId)).for("no key update");
  return row?.settings;
}
