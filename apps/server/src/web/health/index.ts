import { getHealth } from "@stillreel/contract";
import { implement } from "../../platform/http/implement.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createHealthService } from "./health.service.ts";

export { isBackupRecent } from "./health.checks.ts";

/** Creates the module that checks the installation for administrators. */
export function createHealth(ports: Ports): Module {
  const service = createHealthService(ports);
  return {
    routes: (app) =>
      implement(app, getHealth, { needs: "server.admin" }, (_args, { request }) =>
        service.check(request.headers["accept-language"]?.split(",", 1)[0] ?? "en"),
      ),
  };
}
