import { Readable } from "node:stream";
import { API_BASE, listAudit } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { implement, issuesOf, signedIn, withoutEmpty } from "../../platform/http/implement.ts";
import { contentDisposition } from "../../platform/http/file-headers.ts";
import { CSV_TYPE } from "./audit-log.csv.ts";
import type { AuditQuery, AuditLogService } from "./audit-log.service.ts";

const CSV_NAME = "audit.csv";

/** Parses the query of the CSV export, which is the same as for the list. @throws AppError `validation-failed` */
function queryOf(given: unknown): AuditQuery {
  const query = z.safeParse(listAudit.query ?? z.never(), withoutEmpty(given));
  if (!query.success) throw new AppError("validation-failed", { details: issuesOf(query.error) });
  const asked = query.data as AuditQuery;
  if (asked.action?.includes("\u0000")) throw invalid("action", "NUL characters are not allowed.", "invalid_characters");
  return asked;
}

/** Registers the routes of the audit log. The CSV export is not part of the contract, because it has no envelope. */
export function auditLogRoutes(app: FastifyInstance, audit: AuditLogService): void {
  implement(app, listAudit, { needs: "workspace.audit" }, ({ params, query }, { actor }) =>
    audit.list(signedIn(actor), params.workspaceId, query),
  );

  app.get<{ Params: { workspaceId: string } }>(
    `${API_BASE}/workspace/:workspaceId/${CSV_NAME}`,
    { exposeHeadRoute: false, config: { needs: "workspace.audit" } },
    async (request, reply) => {
      const actor = signedIn(request.actor);
      const lines = await audit.csv(actor, request.params.workspaceId, queryOf(request.query));
      return reply
        .headers({
          "content-type": CSV_TYPE,
          "content-disposition": contentDisposition("attachment", CSV_NAME, "text/csv"),
          "cache-control": "private, no-store",
          "x-content-type-options": "nosniff",
          "x-robots-tag": "noindex",
        })
        .send(Readable.from(lines));
    },
  );
}
