import { getReports, listReports, reportLink, updateReports } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { visitorOf } from "../../access/visitors/index.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { ReportsService } from "./reports.service.ts";

/** Registers the routes by which visitors report links, and administrators decide about them. */
export function reportRoutes(app: FastifyInstance, reports: ReportsService): void {
  implement(app, reportLink, { needs: "link.open" }, async ({ params, body }, { request }) => {
    await reports.create(visitorOf(request, params.slug), params.slug, body, request.ip);
    return {};
  });
  implement(app, listReports, { needs: "server.admin" }, ({ query }) => reports.list(query));
  implement(app, getReports, { needs: "server.admin" }, ({ params }) => reports.get(params.slug));
  implement(app, updateReports, { needs: "server.admin" }, ({ params, body }, { actor, request }) =>
    reports.update(signedIn(actor), params.slug, body, request.ip),
  );
}
