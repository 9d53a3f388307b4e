import { listJobs, retryJob, retryJobs } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createQueueService } from "./queue.service.ts";

/** Creates the module that shows the queue of jobs to administrators. */
export function createQueue(ports: Pick<Ports, "db" | "clock">, deps: { audit: Audit }): Module {
  const queue = createQueueService(ports, deps);
  return {
    routes(app) {
      implement(app, listJobs, { needs: "server.admin" }, ({ query }, { actor }) => queue.list(signedIn(actor), query));
      implement(app, retryJob, { needs: "server.admin" }, async ({ params }, { actor, request }) => {
        await queue.retry(signedIn(actor), params.jobId, request.ip);
        return {};
      });
      implement(app, retryJobs, { needs: "server.admin" }, async ({ body }, { actor, request }) => ({
        retried: await queue.retryFailed(signedIn(actor), body.name, request.ip),
      }));
    },
  };
}
