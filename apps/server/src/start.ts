import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { type Config, ConfigError } from "./platform/config/config.ts";
import { installationSecret, openDataDir } from "./platform/config/data-dir.ts";
import { lockInstance, startEmbeddedPostgres } from "./platform/postgres/index.ts";
import { createDatabase } from "./platform/db/client.ts";
import { announceStop, drainConnections } from "./platform/http/drain.ts";
import { listen } from "./platform/http/listen.ts";
import { countPendingMigrations, migrateDatabase } from "./platform/db/migrate.ts";
import { createPool, type DatabaseAddress, type DatabasePool } from "./platform/db/pool.ts";
import { watchDatabase } from "./platform/db/watch.ts";
import { createJobs, startWorker, type Worker } from "./platform/jobs/index.ts";
import { buildModules, type Modules } from "./composition.ts";
import { otherAddresses, waitForDatabases } from "./external-databases.ts";
import { backupAdvice } from "./web/health/index.ts";
import type { ErrorReports } from "./platform/ports/error-reports.port.ts";
import type { Module } from "./platform/module.ts";
import { createFollowingClock, systemClock } from "./platform/ports/clock.port.ts";
import { randomIds } from "./platform/ports/ids.port.ts";
import type { Settings } from "./platform/ports/settings.port.ts";
import type { Ports } from "./platform/ports/index.ts";
import { keysFromSecret } from "./platform/ports/keys.port.ts";
import { createMailTransport } from "./platform/ports/mail/smtp.mail.ts";
import { announceProcess } from "./platform/processes/index.ts";
import { createSettings } from "./platform/settings/index.ts";
import { createSearchEngine } from "./platform/ports/search/index.ts";
import { createStorage } from "./platform/ports/storage/index.ts";
import { statementTrace } from "./platform/tracing/index.ts";

/** Time limit for active requests after a stop signal, in milliseconds. */
const DRAIN_TIMEOUT_MS = 5_000;

/** A running server. */
export interface RunningServer {
  /** Public address. */
  url: string;
  /** What the administrator has to correct, with the remedy. */
  problems: string[];
  /** Stops in order: new connections, active requests, jobs, pool, embedded database. Within 10 s and the delay. */
  stop(): Promise<void>;
}

/** Cleanup steps, run in reverse order. */
type Undo = () => Promise<void> | void;

/**
 * Starts all configured components. When a step fails, the previous ones are undone.
 * @param errorReports receives unexpected errors of requests
 */
export async function startServer(config: Config, log: Logger, errorReports?: ErrorReports): Promise<RunningServer> {
  const undo: Undo[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed())
      await Promise.resolve(step()).catch((error: unknown) => log.error({ err: error }, "a step of the shutdown failed"));
  };
  try {
    const dataDir = openDataDir(config.DATA_DIR);
    const pool = await openPool(config, dataDir, log, undo);
    let url = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const db = createDatabase(pool);
    const keys = keysFromSecret(installationSecret(config.SECRET, dataDir), config.EARLIER_SECRETS);
    const clock = createFollowingClock();
    const announced = await announceProcess({ db, keys, log, clock }, randomIds.id(), !config.DATABASE_URL);
    undo.push(() => announced.stop());
    const settings = await openSettings({ config, pool, db, keys, log }, undo);
    const mail = createMailTransport(settings.current, config.SMTP_BOUNCE);
    undo.push(() => mail.close());
    const ports: Ports = {
      config: { ...config, DATA_DIR: dataDir },
      publicUrl: () => settings.current().publicUrl ?? url,
      pool,
      db,
      settings,
      storage: await createStorage(config, dataDir, clock),
      jobs: createJobs(),
      mail,
      clock,
      ids: randomIds,
      keys,
      log,
      searchEngine: createSearchEngine(config),
      errorReports,
    };
    const modules = buildModules(ports);
    const work: Undo[] = [];
    // Requests and jobs stop in parallel, so that both have the full time.
    undo.push(async () => void (await Promise.all(work.map(async (step) => step()))));
    if (config.ROLE.includes("worker")) {
      const worker = await startJobs(ports, modules);
      work.push(() => worker.stop());
      const { dispatcher } = modules.webhooks;
      dispatcher.start();
      work.push(() => dispatcher.stop());
      const { feed } = modules.searchIndex;
      feed?.start();
      work.push(() => feed?.stop());
    }
    const isWeb = config.ROLE.includes("web");
    const app = await buildApp(ports, isWeb ? modules : { auth: {}, service: modules.service.health });
    work.push(() => closeApp(app, config.SHUTDOWN_DELAY * 1_000));
    const port = await listenAs(app, config, log);
    if (!config.PUBLIC_URL) url = `http://localhost:${port}`;
    return { url: ports.publicUrl(), problems: (await modules.service.findProblems()).map(({ message }) => message), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(config: Config, dataDir: string, log: Logger, undo: Undo[]): Promise<DatabaseAddress> {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL };
  const lock = await lockInstance(dataDir);
  undo.push(() => lock.release());
  const server = await startEmbeddedPostgres({ dir: path.join(dataDir, "postgres"), log });
  undo.push(() => server.stop());
  return server.connection;
}

/** Connects to the database, and migrates it. */
async function openPool(config: Config, dataDir: string, log: Logger, undo: Undo[]): Promise<DatabasePool> {
  const address = await openDatabase(config, dataDir, log, undo);
  const pool = createPool(address, {
    max: config.DATABASE_POOL,
    log,
    slowMs: config.SLOW_STATEMENT_MS,
    trace: statementTrace(),
    ...otherAddresses(config),
  });
  undo.push(() => closePool(pool));
  await waitForDatabases(pool, config, log);
  await adviseBackup(pool, dataDir, log);
  await migrateDatabase(pool);
  for (const watched of pool.all) {
    const watch = watchDatabase(watched, log);
    undo.push(() => watch.stop());
  }
  return pool;
}

/** Names an old backup, or none, before a new version changes the database. It never prevents the start. */
async function adviseBackup(pool: DatabasePool, dataDir: string, log: Logger): Promise<void> {
  const pending = await countPendingMigrations(pool);
  if (pending === 0) return;
  const advice = await backupAdvice({ db: createDatabase(pool), clock: systemClock, config: { DATA_DIR: dataDir } });
  if (advice === null) return;
  log.warn({ pending }, advice);
  process.stderr.write(`${advice}\n`);
}

/** Reads the saved settings, and follows their changes in other processes. */
async function openSettings(ports: Parameters<typeof createSettings>[0], undo: Undo[]): Promise<Settings> {
  const settings = createSettings(ports);
  await settings.load();
  const listener = settings.follow();
  // A frozen database does not end the connection.
  undo.push(() => Promise.race([listener.stop(), sleep(1_000, undefined, { ref: false })]));
  await listener.start();
  return settings;
}

function startJobs({ pool, config, log }: Ports, modules: Modules): Promise<Worker> {
  const jobs = Object.values<Module>(modules).flatMap((module) => module.jobs ?? []);
  return startWorker({ pool: pool.direct, jobs, concurrency: config.WORKER_CONCURRENCY, log, onFinished: modules.service.observeJob });
}

/**
 * Listens on the configured port and returns the used one. A process that runs jobs only works without health and metrics when the port is
 * in use, for example by the web process of the same machine.
 */
async function listenAs(app: FastifyInstance, { PORT, HOST, ROLE }: Config, log: Logger): Promise<number> {
  try {
    await listen(app, { port: PORT, host: HOST });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRNOTAVAIL") throw new ConfigError(`HOST: this machine does not have the address ${HOST}. Correct HOST.`);
    if (code !== "EADDRINUSE") throw error;
    if (ROLE.includes("web")) throw new ConfigError(`PORT: another program uses the port ${PORT}. Stop it, or set PORT to another port.`);
    log.warn({ port: PORT }, "the port is in use, so this worker has no /healthz, /readyz and /metrics: set PORT");
  }
  return portOf(app) ?? PORT;
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === "object" ? address?.port : undefined;
}

/** Ends readiness first, then lets clients end their connections, waits for active requests; after the time limit their connections are closed, and clients can resume later. */
async function closeApp(app: FastifyInstance, delayMs: number): Promise<void> {
  await announceStop(app, delayMs);
  await drainConnections(app);
  const closed = app.close();
  await Promise.race([closed, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
  app.server.closeAllConnections();
  await Promise.race([closed, sleep(500, undefined, { ref: false })]);
}

/** Closes the pool with a time limit, so that a hanging query does not block the shutdown. */
async function closePool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), sleep(1_000, undefined, { ref: false })]);
}
