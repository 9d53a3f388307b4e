import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { API_BASE, type ClientArgs, type ClientResult, type Route } from "@stillreel/contract";
import { buildApp } from "@stillreel/server/app.ts";
import { readConfig } from "@stillreel/server/platform/config/config.ts";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { createJobs, startWorker, type Worker } from "@stillreel/server/platform/jobs/index.ts";
import { buildModules, type Modules } from "@stillreel/server/composition.ts";
import { listen } from "@stillreel/server/platform/http/listen.ts";
import type { Module } from "@stillreel/server/platform/module.ts";
import { randomIds } from "@stillreel/server/platform/ports/ids.port.ts";
import type { Ports } from "@stillreel/server/platform/ports/index.ts";
import type { RegisteredJob } from "@stillreel/server/platform/ports/jobs.port.ts";
import { keysFromSecret } from "@stillreel/server/platform/ports/keys.port.ts";
import { createMailTransport } from "@stillreel/server/platform/ports/mail/smtp.mail.ts";
import { createSettings } from "@stillreel/server/platform/settings/index.ts";
import { createSearchEngine } from "@stillreel/server/platform/ports/search/index.ts";
import { createStorage } from "@stillreel/server/platform/ports/storage/index.ts";
import { statementTrace } from "@stillreel/server/platform/tracing/index.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { Pool } from "pg";
import pino from "pino";
import { inject as provided } from "vitest";
import { expectData } from "./answers.ts";
import { fakeClock, type FakeClock } from "./clock.ts";
import { cloneDatabase } from "./cluster.ts";
import { runDueJobs, type JobReport } from "./due-jobs.ts";
import { multipart } from "./form.ts";
import { png } from "./png.ts";

export interface TestAppOptions {
  /** Environment variables in addition to the test defaults (rate limits × 1000, silent log, a new data folder). */
  config?: Record<string, string>;
  /** Ports that replace the real ones. */
  ports?: Partial<Ports>;
  /** Additional modules, for tests of the runtime. */
  modules?: Record<string, Module>;
  /** Replaces the public address. `listen()` sets it automatically. */
  publicUrl?: string;
}

/** A signed-in user, as the API returned it. */
export interface TestUser {
  id: string;
  email: string;
  password: string;
  displayName: string;
  idToken: string;
  refreshToken: string;
  /** Headers of the session. */
  headers: { idtoken: string; refreshtoken: string };
}

/** Response of a call, with its parsed data. */
export type CallAnswer<R> = LightMyRequestResponse & { data(): ClientResult<R> };

export interface TestApp {
  app: FastifyInstance;
  ports: Ports;
  modules: Modules;
  clock: FakeClock;
  dataDir: string;
  /** Calls a route of the contract. Without a user the call is anonymous. */
  call<R extends Route<never, never, never, never> | Route>(
    route: R,
    args?: ClientArgs<R>,
    user?: TestUser | null,
    headers?: Record<string, string>,
  ): Promise<CallAnswer<R>>;
  /** Registers a new account. The first one of an app is its administrator. */
  user(given?: { email?: string; password?: string; username?: string }): Promise<TestUser>;
  /** Uploads a small image into the user's personal library and returns the item. */
  image<T = { id: string }>(user: TestUser, given?: { bytes?: Uint8Array; fileName?: string; title?: string; type?: string }): Promise<T>;
  /** Runs every job that is due now, and those that it enqueues. */
  runJobs(): Promise<JobReport>;
  /** Starts the real worker on this database. */
  startWorker(): Promise<Worker>;
  /** Listens on a free loopback port and returns the address. */
  listen(): Promise<string>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

function testConfig(dataDir: string, given: TestAppOptions["config"]): ReturnType<typeof readConfig> {
  return readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    PASSWORD_COST: "minimal",
    RATE_LIMIT_FACTOR: "1000",
    SECRET: randomBytes(24).toString("hex"),
    ...given,
  });
}

/** The ports that depend on configuration and database only. */
function storedPorts(given: Pick<Ports, "config" | "pool" | "log">): Pick<Ports, "config" | "pool" | "log" | "db" | "keys" | "settings"> {
  const ports = { ...given, db: createDatabase(given.pool), keys: keysFromSecret(given.config.SECRET ?? "", given.config.EARLIER_SECRETS) };
  return { ...ports, settings: createSettings(ports) };
}

/** Creates the complete server with a separate database and data folder. Close it in `afterAll`, or use `await using`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await cloneDatabase(provided("cluster"));
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-data-"));
  const config = testConfig(dataDir, options.config);
  const log = options.ports?.log ?? pino({ level: config.LOG_LEVEL });
  const clock = fakeClock();
  const pool = createPool(database.address, { max: 8, log, trace: statementTrace() });
  let publicUrl = options.publicUrl ?? config.PUBLIC_URL ?? "http://localhost:8700";
  const stored = storedPorts({ config, pool, log });
  const ports: Ports = {
    ...stored,
    publicUrl: () => (stored.settings.stateOf("publicUrl").source === "saved" ? stored.settings.current().publicUrl : null) ?? publicUrl,
    storage: await createStorage(config, dataDir),
    jobs: createJobs(),
    mail: createMailTransport(stored.settings.current, config.SMTP_BOUNCE),
    clock,
    ids: randomIds,
    searchEngine: createSearchEngine(config),
    ...options.ports,
  };
  const modules = buildModules(ports);
  const all = { ...modules, ...options.modules };
  const app = await buildApp(ports, all);
  const jobs: RegisteredJob[] = Object.values<Module>(all).flatMap((module) => module.jobs ?? []);
  const workers: Worker[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await app.close();
    await ports.mail.close();
    await pool.end();
    await database.drop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  const test: TestApp = {
    app,
    ports,
    modules,
    clock,
    dataDir,
    call: (route, args, user, headers) => callRoute(app, route as unknown as Route, args, { ...user?.headers, ...headers }) as never,
    user: (given) => registerUser(app, ports.pool, given),
    image: (user, given) => uploadImage(app, user, given),
    runJobs: () => runDueJobs(ports.pool, jobs, clock.now()),
    startWorker: async () => {
      const worker = await startWorker({ pool: ports.pool.direct, jobs, concurrency: 2, log });
      workers.push(worker);
      return worker;
    },
    listen: async () => {
      const address = await listen(app, { port: 0, host: "127.0.0.1" });
      publicUrl = options.publicUrl ?? address;
      return address;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return test;
}

interface LooseArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function callRoute(app: FastifyInstance, route: Route, args: unknown, headers: Record<string, string>): Promise<CallAnswer<Route>> {
  const { params = {}, query = {}, body } = (args ?? {}) as LooseArgs;
  const filled = route.path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const url = `${API_BASE}${filled}${search ? `?${search}` : ""}`;
  const answer = await app.inject({ method: route.method, url, headers, ...(body === undefined ? {} : { payload: body as object }) });
  return Object.assign(answer, { data: () => expectData(answer) }) as CallAnswer<Route>;
}

let people = 0;

async function registerUser(
  app: FastifyInstance,
  pool: Pool,
  given: { email?: string; password?: string; username?: string } = {},
): Promise<TestUser> {
  people += 1;
  const password = given.password ?? "correct horse 7";
  const email = given.email ?? `person${people}-${randomBytes(3).toString("hex")}@example.test`;
  const displayName = given.username ?? `Person ${people}`;
  const answer = await app.inject({
    method: "POST",
    url: `${API_BASE}/auth/register`,
    payload: { email, password, username: displayName },
  });
  const { idToken, refreshToken } = expectData<{ idToken: string; refreshToken: string }>(answer, 201);
  const { rows } = await pool.query<{ id: string }>("select id from users where email = $1", [email]);
  if (!rows[0]) throw new Error(`${email} has registered, and is not there.`);
  return { id: rows[0].id, email, password, displayName, idToken, refreshToken, headers: { idtoken: idToken, refreshtoken: refreshToken } };
}

async function uploadImage<T>(
  app: FastifyInstance,
  user: TestUser,
  given: { bytes?: Uint8Array; fileName?: string; title?: string; type?: string } = {},
): Promise<T> {
  const fileName = given.fileName ?? "shot.png";
  const form = multipart(
    { fullFileName: fileName, ...(given.title === undefined ? {} : { title: given.title }) },
    { fileName, type: given.type ?? "image/png", bytes: given.bytes ?? png() },
  );
  const answer = await app.inject({
    method: "POST",
    url: `${API_BASE}/workspace/personal/files/image`,
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
  return expectData<T>(answer, 201);
}
