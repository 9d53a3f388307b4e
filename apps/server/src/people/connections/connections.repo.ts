import type { IntegrationProvider } from "@stillreel/contract";
import { and, asc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { connections, tokens } from "../../platform/db/schema/index.ts";

export type ConnectionRow = typeof connections.$inferSelect;
export type NewConnection = Omit<typeof connections.$inferInsert, "version" | "state">;

/** Kind of the single-use states of visits to services. */
const STATE = "connection";

const of = (userId: string, provider: IntegrationProvider) => and(eq(connections.userId, userId), eq(connections.provider, provider));

/** Returns the connections of a user: at most one for each service. */
export function listOf(db: Executor, userId: string): Promise<ConnectionRow[]> {
  return db.select().from(connections).where(eq(connections.userId, userId));
}

export async function find(db: Executor, userId: string, provider: IntegrationProvider): Promise<ConnectionRow | undefined> {
  return (await db.select().from(connections).where(of(userId, provider)))[0];
}

/** Reads a connection and locks the row until the transaction ends, so that one process refreshes its tokens at a time. */
export async function lock(tx: Executor, userId: string, provider: IntegrationProvider): Promise<ConnectionRow | undefined> {
  return (await tx.select().from(connections).where(of(userId, provider)).for("update"))[0];
}

/** Reads the connections of a user and locks them, so that a running refresh ends before. */
export function lockAllOf(tx: Executor, userId: string): Promise<ConnectionRow[]> {
  return tx.select().from(connections).where(eq(connections.userId, userId)).orderBy(asc(connections.id)).for("update");
}

/** Stores a connection after a consent. It replaces the earlier one of the same user and service. */
export async function put(db: Executor, row: NewConnection): Promise<ConnectionRow> {
  const { id: _id, userId: _userId, provider: _provider, ...rest } = row;
  const change = { ...rest, state: "connected" as const, version: sql`${connections.version} + 1` };
  const [stored] = await db
    .insert(connections)
    .values(row)
    .onConflictDoUpdate({ target: [connections.userId, connections.provider], set: change })
    .returning();
  if (!stored) throw new Error("the connection was not stored");
  return stored;
}

type TokenColumns = Partial<Pick<ConnectionRow, "accessToken" | "refreshToken" | "keyName" | "expiresAt" | "scopes">>;

/** Stores refreshed tokens. */
export async function putTokens(db: Executor, id: string, change: TokenColumns): Promise<ConnectionRow | undefined> {
  return (
    await db
      .update(connections)
      .set({ ...change, version: sql`${connections.version} + 1` })
      .where(eq(connections.id, id))
      .returning()
  )[0];
}

/** Notes that the service no longer accepts a permission, unless its tokens have changed meanwhile. */
export async function markReconnect(db: Executor, id: string, version: number): Promise<void> {
  await db
    .update(connections)
    .set({ state: "reconnect" })
    .where(and(eq(connections.id, id), eq(connections.version, version)));
}

/** Deletes a connection. Returns it, or undefined when there was none. */
export async function remove(db: Executor, userId: string, provider: IntegrationProvider): Promise<ConnectionRow | undefined> {
  return (await db.delete(connections).where(of(userId, provider)).returning())[0];
}

/** Returns some connections that another key has sealed, in id order, and locks them. Rows in use are left out. */
export function lockSealedOtherwise(tx: Executor, keyName: string, limit: number): Promise<ConnectionRow[]> {
  return tx
    .select()
    .from(connections)
    .where(ne(connections.keyName, keyName))
    .orderBy(asc(connections.id))
    .limit(limit)
    .for("update", { skipLocked: true });
}

export async function reseal(tx: Executor, id: string, change: Required<Pick<TokenColumns, "accessToken" | "refreshToken" | "keyName">>) {
  await tx.update(connections).set(change).where(eq(connections.id, id));
}

/** Stores the state of a visit to a service until the browser returns. */
export async function insertState(db: Executor, row: Omit<typeof tokens.$inferInsert, "kind">): Promise<void> {
  await db.insert(tokens).values({ ...row, kind: STATE });
}

const alive = (hash: Buffer, now: Date) =>
  and(eq(tokens.hash, hash), eq(tokens.kind, STATE), isNull(tokens.usedAt), gt(tokens.expiresAt, now));

/** Uses a state of one user's session up. Of several concurrent calls exactly one gets it; a call from elsewhere leaves it untouched. */
export async function takeState(
  db: Executor,
  hash: Buffer,
  owner: { userId: string; sessionId: string; provider: IntegrationProvider; now: Date },
): Promise<Record<string, unknown> | undefined> {
  const isOwn = and(
    eq(tokens.userId, owner.userId),
    sql`${tokens.payload}->>'sessionId' = ${owner.sessionId}`,
    sql`${tokens.payload}->>'provider' = ${owner.provider}`,
  );
  const rows = await db
    .update(tokens)
    .set({ usedAt: owner.now })
    .where(and(alive(hash, owner.now), isOwn))
    .returning({ payload: tokens.payload });
  return rows[0]?.payload;
}
