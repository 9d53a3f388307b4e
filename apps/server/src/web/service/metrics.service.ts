import type { FastifyReply, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Ports } from "../../platform/ports/index.ts";
import { freeBytesOf } from "./free-space.ts";

/** Adds the metrics of a search engine, if there is one. Returns a function that updates them. */
function searchEngineMetrics(engine: Ports["searchEngine"], pool: Ports["pool"], registers: Registry[]): () => Promise<void> {
  if (!engine) return async () => {};
  const searches = new Gauge({
    name: "stillreel_search_engine_searches",
    help: "Searches of this process since its start: answered by the engine, failed there, or not sent to it",
    labelNames: ["outcome"],
    registers,
  });
  const waiting = new Gauge({
    name: "stillreel_search_engine_waiting",
    help: "Changes that the search engine has not received",
    registers,
  });
  return async () => {
    for (const [outcome, count] of Object.entries(engine.counts)) searches.set({ outcome }, count);
    // A gauge needs no exact number above a million.
    const counted = await pool
      .query<{ count: number }>("select count(*)::int as count from (select from search_changes limit 1000000) c")
      .catch(() => null);
    if (counted?.rows[0]) waiting.set(counted.rows[0].count);
  };
}

/** Collects Prometheus metrics of the process. One registry per composition, so that tests are independent. */
export function createMetrics({ pool, config, searchEngine }: Pick<Ports, "pool" | "config" | "searchEngine">) {
  const registry = new Registry();
  const registers = [registry];
  let collectsDefaults = false;
  const requests = new Histogram({
    name: "stillreel_http_request_seconds",
    help: "Time to answer, by route",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const jobs = new Histogram({
    name: "stillreel_job_seconds",
    help: "Time of jobs, by name and outcome",
    labelNames: ["job", "outcome"],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 120, 600],
    registers,
  });
  const connections = new Gauge({
    name: "stillreel_database_connections",
    help: "Connections of the pool",
    labelNames: ["state"],
    registers,
  });
  const queue = new Gauge({ name: "stillreel_queue_jobs", help: "Jobs in the queue", labelNames: ["state"], registers });
  const freeBytes = new Gauge({ name: "stillreel_data_free_bytes", help: "Free space on the disk of DATA_DIR", registers });
  const searches = searchEngineMetrics(searchEngine, pool, registers);
  const scrapes = new Counter({ name: "stillreel_metrics_scrapes_total", help: "How often this was read", registers });
  return {
    observe(request: FastifyRequest, reply: FastifyReply): void {
      requests.observe(
        { method: request.method, route: request.routeOptions.url ?? "(none)", status: `${Math.floor(reply.statusCode / 100)}xx` },
        reply.elapsedTime / 1_000,
      );
    },
    observeJob(job: string, outcome: string, ms: number): void {
      jobs.observe({ job, outcome }, ms / 1_000);
    },
    contentType: registry.contentType,
    /** Returns the metrics in Prometheus format. Database metrics are omitted when the database is unavailable. */
    async read(): Promise<string> {
      // Garbage collector and event loop metrics cost processor time: they start with the first request.
      if (!collectsDefaults) collectDefaultMetrics({ register: registry });
      collectsDefaults = true;
      scrapes.inc();
      connections.set({ state: "open" }, pool.totalCount);
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "waiting" }, pool.waitingCount);
      freeBytes.set(await freeBytesOf(config.DATA_DIR).catch(() => Number.NaN));
      const counted = await pool
        .query<{ waiting: number; running: number; failed: number }>(
          `select count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting, count(*) filter (where locked_at is not null)::int as running,
                  count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed from graphile_worker.jobs`,
        )
        .catch(() => null);
      for (const [state, value] of Object.entries(counted?.rows[0] ?? {})) queue.set({ state }, value);
      await searches();
      return registry.metrics();
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
