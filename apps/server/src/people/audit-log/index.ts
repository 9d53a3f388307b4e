import type { Module, Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { auditLogRoutes } from "./audit-log.routes.ts";
import { type AuditLogDeps, createAuditLogService } from "./audit-log.service.ts";
import { createRetention } from "./retention.service.ts";

/** Shows the recorded acts of a workspace to its owners and admins, and those of the installation to administrators. */
export function createAuditLog(ports: Pick<Ports, "db" | "clock" | "config">, deps: AuditLogDeps): Module & { sweepers: Sweeper[] } {
  const service = createAuditLogService(ports, deps);
  return { routes: (app) => auditLogRoutes(app, service), sweepers: createRetention(ports) };
}
