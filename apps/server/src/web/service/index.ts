import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { docsRoutes } from "./docs.routes.ts";
import { createMetrics } from "./metrics.service.ts";
import { serviceRoutes } from "./service.routes.ts";

/** Health, metrics and API documentation of the service. */
export interface Service extends Module {
  /** Counts one request. */
  observe(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts one attempt of a job. */
  observeJob(name: string, outcome: string, ms: number): void;
}

export function createService(ports: Ports): Service {
  const metrics = createMetrics(ports.pool);
  return {
    routes(app) {
      serviceRoutes(app, ports, metrics);
      docsRoutes(app);
    },
    observe: metrics.observe,
    observeJob: metrics.observeJob,
  };
}
