import type { Executor } from "../db/client.ts";
import type { Ports } from "../ports/index.ts";
import * as repo from "./audit.repo.ts";

/** What happened, as `noun.what-became-of-it`, for example `auth.signed-in`. */
export type AuditAction =
  `${"auth" | "folder" | "invite" | "item" | "member" | "rights" | "share" | "takeout" | "team" | "workspace"}.${string}`;

export interface AuditEntry {
  action: AuditAction;
  /** Who did it, or whose account it was about; null when nobody is known. */
  userId: string | null;
  workspaceId?: string | null;
  ip: string;
  /**
   * Plain facts. Never a password, token or mail body. What it was about is named as it is called at that time: `title` of an item,
   * `name` of a folder, team, workspace or person, `subject` for anything else; `count` where it was about many.
   */
  details?: Record<string, unknown>;
}

export interface Audit {
  /** Writes one row, in the transaction of the change it tells about. */
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
