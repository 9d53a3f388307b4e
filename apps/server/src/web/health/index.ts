import { getHealth } from "@stillreel/contract";
import { type Auth, languageOfRequest } from "../../people/auth/index.ts";
import { implement } from "../../platform/http/implement.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createHealthService, type HealthService } from "./health.service.ts";

export { backupAdvice, isBackupRecent } from "./health.checks.ts";
export { healthTextsOf } from "./health.texts.ts";

/** Checks of the installation, for administrators and the command line. */
export type Health = Module & HealthService;

/** Creates the module that checks the installation. */
export function createHealth(ports: Ports, { accounts }: Pick<Auth, "accounts">): Health {
  const service = createHealthService(ports);
  return {
    check: service.check,
    routes: (app) =>
      implement(app, getHealth, { needs: "server.admin" }, async (_args, { request }) =>
        service.check(await languageOfRequest({ settings: ports.settings, accounts }, request)),
      ),
  };
}
