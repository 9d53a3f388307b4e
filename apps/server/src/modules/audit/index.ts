import type { Executor } from "../../db/client.ts";
import { audit } from "../../db/schema/index.ts";
import type { Ports } from "../../ports/index.ts";

/** What happened, as `noun.what-became-of-it`, for example `auth.signed-in`. */
export type AuditAction = `${"auth" | "folder" | "item" | "share" | "takeout" | "workspace"}.${string}`;

export interface AuditEntry {
  action: AuditAction;
  /** Who did it, or whose account it was about; null when nobody is known. */
  userId: string | null;
  workspaceId?: string | null;
  ip: string;
  /** Plain facts. Never a password, token or mail body. */
  details?: Record<string, unknown>;
}

export interface Audit {
  /** Writes one row, in the transaction of the change it tells about. */
  record(executor: Executor, entry: AuditEntry): Promise<void>;
}

/** The log of security-relevant acts (trust.md S32). */
export function createAudit(ports: Pick<Ports, "ids" | "clock">): Audit {
  return {
    async record(executor, { action, userId, workspaceId = null, ip, details = {} }) {
      await executor.insert(audit).values({ id: ports.ids.id(), at: ports.clock.now(), action, userId, workspaceId, ip, details });
    },
  };
}
