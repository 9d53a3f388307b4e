import { getHealth } from "@stillreel/contract";
import { implement } from "../../platform/http/implement.ts";
import { askedLanguages, wantedLanguage } from "../../platform/languages/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createHealthService, type HealthService } from "./health.service.ts";

export { backupAdvice, isBackupRecent } from "./health.checks.ts";
export { healthTextsOf } from "./health.texts.ts";

/** Checks of the installation, for administrators and the command line. */
export type Health = Module & HealthService;

/** Creates the module that checks the installation. */
export function createHealth(ports: Ports): Health {
  const service = createHealthService(ports);
  return {
    check: service.check,
    routes: (app) =>
      implement(app, getHealth, { needs: "server.admin" }, (_args, { request }) =>
        service.check(wantedLanguage(askedLanguages(request), ports.settings.current().defaultLanguage)),
      ),
  };
}
