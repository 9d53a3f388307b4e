import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { docsRoutes } from "./docs.routes.ts";
import { checkReadiness } from "./health.service.ts";
import { createMetrics } from "./metrics.service.ts";
import { createProblems, type Problem } from "./problems.service.ts";
import { healthRoutes, openApiRoutes } from "./service.routes.ts";

export { proofOf } from "./proof.ts";
export { diskSpaceOf } from "./free-space.ts";
export { databaseProblem, replicaProblem } from "./problems.service.ts";

/** Health, metrics and API documentation of the service. */
export interface Service extends Module {
  /** Health and metrics without the rest, for a process that runs jobs only. */
  health: Module;
  /** Counts one request. */
  observe(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts one attempt of a job. */
  observeJob(name: string, outcome: string, ms: number): void;
  /** Returns what the administrator has to correct. Takes at most 2 s. */
  findProblems(): Promise<Problem[]>;
}

export function createService(ports: Ports): Service {
  const metrics = createMetrics(ports);
  const findProblems = createProblems(ports);
  const check = async () => {
    const [{ parts, problems }, others] = await Promise.all([checkReadiness(ports), findProblems()]);
    return { parts, problems: [...problems, ...others] };
  };
  const health: Module = { routes: (app) => healthRoutes(app, ports, metrics, check) };
  return {
    async routes(app) {
      await health.routes?.(app);
      openApiRoutes(app, ports);
      docsRoutes(app);
    },
    health,
    observe: metrics.observe,
    observeJob: metrics.observeJob,
    findProblems: async () => (await check()).problems,
  };
}
