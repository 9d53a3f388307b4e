import type { Module, Sweeper } from "../../platform/module.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { announceAccessRequest } from "./access-requests.jobs.ts";
import { accessRequestRoutes } from "./access-requests.routes.ts";
import { type AccessRequestsDeps, announce, createOwnAccessRequests } from "./access-requests.service.ts";
import { createAnswers } from "./answers.service.ts";

/** Creates the module by which users ask for access to items and folders, and others answer. */
export function createAccessRequests(ports: Ports, deps: AccessRequestsDeps): Module & { sweepers: Sweeper[] } {
  const context = { ...deps, ports };
  const own = createOwnAccessRequests(context);
  return {
    routes: (app) => accessRequestRoutes(app, own, createAnswers(context)),
    jobs: [handles(announceAccessRequest, (payload) => announce(context, payload))],
    sweepers: [{ name: "delete-old-access-requests", run: () => own.sweep() }],
  };
}
