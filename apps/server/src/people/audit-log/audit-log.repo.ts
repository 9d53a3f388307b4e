import { and, desc, eq, gte, like, lte, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { audit, users } from "../../platform/db/schema/index.ts";

/** An audit entry with the current name of its user. */
export interface AuditedRow {
  id: string;
  at: Date;
  action: string;
  details: Record<string, unknown>;
  userId: string | null;
  /** Null for users whose account was deleted. */
  userName: string | null;
  userAvatar: string | null;
}

/** Filter for audit entries of a workspace. */
export interface AuditFilter {
  /** An action, or the prefix of a group of actions with its dot: `member.`. */
  action: string | undefined;
  userId: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Where a page ended. */
export interface AuditPosition {
  at: Date;
  id: string;
}

const actionIs = (action: string): SQL =>
  action.endsWith(".") ? like(audit.action, `${action.replaceAll(/[\\%_]/gu, "\\$&")}%`) : eq(audit.action, action);

/** Returns audit entries of a workspace, newest first. Uses the index `audit_workspace`. */
export async function list(
  db: Executor,
  workspaceId: string,
  { action, userId, from, to }: AuditFilter,
  after: AuditPosition | null,
  limit: number,
): Promise<AuditedRow[]> {
  const conditions = [
    eq(audit.workspaceId, workspaceId),
    action === undefined ? undefined : actionIs(action),
    userId === undefined ? undefined : eq(audit.userId, userId),
    from === undefined ? undefined : gte(audit.at, from),
    to === undefined ? undefined : lte(audit.at, to),
    // The timestamp alone lets the index scan start at the end of the previous page.
    after ? lte(audit.at, after.at) : undefined,
    after ? sql`(${audit.at}, ${audit.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
  ];
  return db
    .select({
      id: audit.id,
      at: audit.at,
      action: audit.action,
      details: audit.details,
      userId: users.id,
      userName: users.displayName,
      userAvatar: users.avatarBlobId,
    })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.userId))
    .where(and(...conditions))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(limit);
}
