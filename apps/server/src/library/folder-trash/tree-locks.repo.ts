import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/**
 * Locks a workspace's folder tree until the transaction ends. `shared` prevents moves and deletions while folders are
 * added, `exclusive` is for moving, deleting and restoring. Serialized moves cannot create a cycle together.
 */
export async function lockTree(tx: Executor, workspaceId: string, mode: "shared" | "exclusive"): Promise<void> {
  const key = sql`hashtextextended(${`folders:${workspaceId}`}, 0)`;
  await tx.execute(mode === "shared" ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`);
}

/**
 * Locks the versions that a change of folders increments, before the folders themselves. Removing a member locks in
 * the same order. Personal workspaces have no versions.
 */
export async function holdVersions(tx: Executor, workspaceId: string): Promise<void> {
  await tx.execute(sql`select from workspaces where id = ${workspaceId} and kind = 'team' for no key update`);
}
