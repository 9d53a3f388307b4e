import { isUuid, type listAudit, type ServerArgs, type ServerResult } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import { csvHead, csvLine } from "./audit-log.csv.ts";
import { presentAct } from "./audit-log.present.ts";
import * as repo from "./audit-log.repo.ts";

/** Cursors of this list. */
const LIST = "audit";
/** Number of rows that the CSV export reads per query. */
const CSV_PAGE = 500;

type Query = ServerArgs<typeof listAudit>["query"];
/** Filter of the audit log. */
export type AuditQuery = Pick<Query, "action" | "userId" | "from" | "to">;

export interface AuditLogDeps {
  memberships: Pick<Memberships, "resolve">;
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
const filterOf = ({ action, userId, from, to }: AuditQuery): repo.AuditFilter => ({ action, userId, from: dateOf(from), to: dateOf(to) });
/** Returns whether the user filter is a malformed id. Ids are opaque, so it matches no user. */
const isImpossible = ({ userId }: AuditQuery): boolean => userId !== undefined && !isUuid(userId);

/** Creates the service that shows the audit log of a workspace to its owners and admins. */
export function createAuditLogService({ db }: Pick<Ports, "db">, { memberships }: AuditLogDeps) {
  /**
   * Returns the workspace's id.
   * @throws AppError `not-found` for non-members, `forbidden` for members without the required role
   */
  async function visible(actor: UserActor, workspaceRef: string): Promise<string> {
    const workspace = await memberships.resolve(actor, workspaceRef);
    authorize(actor, "workspace.audit", { role: workspace.role });
    return workspace.id;
  }

  return {
    /** Returns a page, newest first. @throws AppError `not-found`, `forbidden`, `validation-failed` */
    async list(actor: UserActor, workspaceRef: string, query: Query): Promise<ServerResult<typeof listAudit>> {
      const workspaceId = await visible(actor, workspaceRef);
      const after = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
      if (isImpossible(query)) return { items: [], nextCursor: null };
      const position = after && { at: new Date(after.key), id: after.id };
      const rows = await repo.list(db, workspaceId, filterOf(query), position, query.limit + 1);
      const shown = rows.slice(0, query.limit);
      const last = rows.length > shown.length ? shown.at(-1) : undefined;
      return {
        items: shown.map(presentAct),
        nextCursor: last ? encodeCursor(LIST, { key: last.at.toISOString(), id: last.id }) : null,
      };
    },

    /**
     * Streams all entries as CSV, page by page. Aborts when the caller loses access.
     * @throws AppError `not-found`, `forbidden`
     */
    async csv(actor: UserActor, workspaceRef: string, query: AuditQuery): Promise<AsyncGenerator<string, void, undefined>> {
      const workspaceId = await visible(actor, workspaceRef);
      async function* lines(): AsyncGenerator<string, void, undefined> {
        yield csvHead();
        let after: repo.AuditPosition | null = null;
        while (!isImpossible(query)) {
          const rows: repo.AuditedRow[] = await repo.list(db, workspaceId, filterOf(query), after, CSV_PAGE);
          if (rows.length > 0) yield rows.map((row) => csvLine(presentAct(row))).join("");
          after = rows.at(-1) ?? null;
          if (rows.length < CSV_PAGE) return;
          await visible(actor, workspaceId);
        }
      }
      return lines();
    },
  };
}

export type AuditLogService = ReturnType<typeof createAuditLogService>;
