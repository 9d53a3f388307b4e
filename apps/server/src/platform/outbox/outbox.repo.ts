import { and, desc, eq, sql } from "drizzle-orm";
import type { Executor } from "../db/client.ts";
import { outbox } from "../db/schema/index.ts";

export type OutboxRow = typeof outbox.$inferSelect;

export async function insertMail(db: Executor, row: typeof outbox.$inferInsert): Promise<void> {
  await db.insert(outbox).values(row);
}

export async function findMail(db: Executor, id: string): Promise<OutboxRow | undefined> {
  return (await db.select().from(outbox).where(eq(outbox.id, id)))[0];
}

/** Records the result of a send attempt. A mail that is no longer queued stays unchanged. */
export async function recordTry(
  db: Executor,
  id: string,
  change: Pick<OutboxRow, "status" | "error" | "smtpCode" | "sentAt" | "triedAt">,
): Promise<void> {
  await db
    .update(outbox)
    .set({ ...change, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.id, id), eq(outbox.status, "queued")));
}

/** Returns mails, newest first, after the given position. */
export async function listMails(
  db: Executor,
  query: { after?: { at: Date; id: string } | undefined; limit: number },
): Promise<OutboxRow[]> {
  const { after, limit } = query;
  return db
    .select()
    .from(outbox)
    .where(after ? sql`(${outbox.createdAt}, ${outbox.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit);
}
