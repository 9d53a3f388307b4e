import { isUuid, type listAudit, type listInstallationAudit, type ServerArgs, type ServerResult } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import { csvHead, csvLine } from "./audit-log.csv.ts";
import { presentAct, presentWholeAct, type PresentedWholeAct } from "./audit-log.present.ts";
import * as repo from "./audit-log.repo.ts";

/** Cursors of this list. */
const LIST = "audit";
/** Number of rows that the CSV export reads per query. */
const CSV_PAGE = 500;

type Query = ServerArgs<typeof listAudit>["query"];
type WholeQuery = ServerArgs<typeof listInstallationAudit>["query"];
/** Filter of the activity log. */
export type AuditQuery = Pick<WholeQuery, "action" | "userId" | "from" | "to" | "workspaceId">;

export interface AuditLogDeps {
  memberships: Pick<Memberships, "resolve">;
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
const filterOf = ({ action, userId, workspaceId, from, to }: AuditQuery): repo.AuditFilter => ({
  action,
  userId,
  workspaceId,
  from: dateOf(from),
  to: dateOf(to),
});
/** Returns whether a filter is a malformed id. Ids are opaque, so it matches nothing. */
const isImpossible = ({ userId, workspaceId }: AuditQuery): boolean => [userId, workspaceId].some((id) => id !== undefined && !isUuid(id));

/** Creates the service that shows the activity log of a workspace to its owners and admins, and the whole one to administrators. */
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

  async function page(query: WholeQuery): Promise<{ items: PresentedWholeAct[]; nextCursor: string | null }> {
    const after = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
    if (isImpossible(query)) return { items: [], nextCursor: null };
    const position = after && { at: new Date(after.key), id: after.id };
    const rows = await repo.list(db, filterOf(query), position, query.limit + 1);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    return {
      items: shown.map(presentWholeAct),
      nextCursor: last ? encodeCursor(LIST, { key: last.at.toISOString(), id: last.id }) : null,
    };
  }

  /** @param mayContinue called before each further page; it throws when the caller has lost access */
  async function* lines(query: AuditQuery, isWhole: boolean, mayContinue: () => Promise<unknown>): AsyncGenerator<string, void, undefined> {
    yield csvHead(isWhole);
    let after: repo.AuditPosition | null = null;
    while (!isImpossible(query)) {
      const rows: repo.AuditedRow[] = await repo.list(db, filterOf(query), after, CSV_PAGE);
      if (rows.length > 0) yield rows.map((row) => csvLine(isWhole ? presentWholeAct(row) : presentAct(row))).join("");
      after = rows.at(-1) ?? null;
      if (rows.length < CSV_PAGE) return;
      await mayContinue();
    }
  }

  return {
    /** Returns a page of a workspace, newest first. @throws AppError `not-found`, `forbidden`, `validation-failed` */
    async list(actor: UserActor, workspaceRef: string, query: Query): Promise<ServerResult<typeof listAudit>> {
      return page({ ...query, workspaceId: await visible(actor, workspaceRef) });
    },

    /** Returns a page of the whole installation. The route admits administrators only. @throws AppError `validation-failed` */
    listWhole: (query: WholeQuery): Promise<ServerResult<typeof listInstallationAudit>> => page(query),

    /**
     * Streams all entries of a workspace as CSV, page by page. Aborts when the caller loses access.
     * @throws AppError `not-found`, `forbidden`
     */
    async csv(actor: UserActor, workspaceRef: string, query: AuditQuery): Promise<AsyncGenerator<string, void, undefined>> {
      const workspaceId = await visible(actor, workspaceRef);
      return lines({ ...query, workspaceId }, false, () => visible(actor, workspaceId));
    },

    /** Streams all entries of the installation as CSV. The route admits administrators only. */
    csvWhole: (query: AuditQuery): AsyncGenerator<string, void, undefined> => lines(query, true, async () => {}),
  };
}

export type AuditLogService = ReturnType<typeof createAuditLogService>;
