import type { Module } from "../../platform/module.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { handleMailReports, mailReports } from "./reports.jobs.ts";
import { reportRoutes } from "./reports.routes.ts";
import { createReportsService, type ReportsDeps } from "./reports.service.ts";

/** Creates the module for reports of share links, and for the removal of links by administrators. */
export function createReports(ports: Ports, { outbox, ...deps }: ReportsDeps & { outbox: Pick<Outbox, "post"> }): Module {
  const service = createReportsService(ports, deps);
  return {
    routes: (app) => reportRoutes(app, service),
    jobs: [handles(mailReports, () => handleMailReports({ ports, outbox }))],
  };
}
