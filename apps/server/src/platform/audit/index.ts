import type { Executor } from "../db/client.ts";
import type { Ports } from "../ports/index.ts";
import * as repo from "./audit.repo.ts";

/** Name of an audited action as `noun.past-participle`, for example `auth.signed-in`. */
export type AuditAction =
  `${"auth" | "backup" | "board" | "connection" | "folder" | "invite" | "item" | "job" | "member" | "report" | "request" | "rights" | "setting" | "share" | "takeout" | "team" | "user" | "webhook" | "workspace"}.${string}`;

export interface AuditEntry {
  action: AuditAction;
  /** User who acted or whose account was affected, or null when unknown. */
  userId: string | null;
  workspaceId?: string | null;
  ip: string;
  /**
   * Plain data, never a password, token or mail body. The subject is stored with its name at that time: `title` of an item,
   * `name` of a folder, team, workspace or person, `subject` for anything else, and `count` for bulk actions.
   */
  details?: Record<string, unknown>;
}

export interface Audit {
  /** Writes one entry in the transaction of the change that it records. */
  record(executor: Executor, entry: AuditEntry): Promise<void>;
}

/** Records security-relevant acts (trust.md S32). */
export function createAudit({ ids, clock }: Pick<Ports, "ids" | "clock">): Audit {
  return {
    async record(executor, { action, userId, workspaceId = null, ip, details = {} }) {
      await repo.insert(executor, { id: ids.id(), at: clock.now(), action, userId, workspaceId, ip, details });
    },
  };
}
