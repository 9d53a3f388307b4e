import { Readable } from "node:stream";
import { API_BASE, listAudit, listInstallationAudit, type Route } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { implement, signedIn, withoutEmpty } from "../../platform/http/implement.ts";
import { parseInput } from "../../platform/http/issues.ts";
import { contentDisposition } from "../../platform/http/file-headers.ts";
import { CSV_TYPE } from "./audit-log.csv.ts";
import type { AuditQuery, AuditLogService } from "./audit-log.service.ts";

const CSV_NAME = "audit.csv";

/** Parses the query of the CSV export, which is the same as for the list. @throws AppError `validation-failed` */
function queryOf(list: Pick<Route, "query">, given: unknown): AuditQuery {
  const asked = parseInput(list.query ?? z.never(), withoutEmpty(given)) as AuditQuery;
  if (asked.action?.includes("\u0000")) throw invalid("action", "NUL characters are not allowed.", "invalid_characters");
  return asked;
}

const sendCsv = (reply: FastifyReply, lines: AsyncGenerator<string, void, undefined>): FastifyReply =>
  reply
    .headers({
      "content-type": CSV_TYPE,
      "content-disposition": contentDisposition("attachment", CSV_NAME, "text/csv"),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    })
    .send(Readable.from(lines));

/** Registers the routes of the activity log. The CSV exports are not part of the contract, because they have no envelope. */
export function auditLogRoutes(app: FastifyInstance, audit: AuditLogService): void {
  implement(app, listAudit, { needs: "workspace.audit" }, ({ params, query }, { actor }) =>
    audit.list(signedIn(actor), params.workspaceId, query),
  );

  implement(app, listInstallationAudit, { needs: "server.admin" }, ({ query }) => audit.listWhole(query));

  app.get<{ Params: { workspaceId: string } }>(
    `${API_BASE}/workspace/:workspaceId/${CSV_NAME}`,
    { exposeHeadRoute: false, config: { needs: "workspace.audit" } },
    async (request, reply) =>
      sendCsv(reply, await audit.csv(signedIn(request.actor), request.params.workspaceId, queryOf(listAudit, request.query))),
  );

  app.get(`${API_BASE}/admin/${CSV_NAME}`, { exposeHeadRoute: false, config: { needs: "server.admin" } }, async (request, reply) => {
    if (signedIn(request.actor).role !== "admin") throw new AppError("forbidden");
    return sendCsv(reply, audit.csvWhole(queryOf(listInstallationAudit, request.query)));
  });
}
