import http from "node:http";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/postgres/embedded-postgres.ts";
import { fillLibrary, settle } from "./library.ts";
import type { LoadRequest } from "./load.ts";
import { form, noisePng } from "./pictures.ts";
import { type BenchServer, callApi, productCommand, refreshed, register, ROOT, startServer } from "./server.ts";

/** Number of items of the library, and of requests per second. */
export const ITEMS = 10_000;
export const PER_SECOND = 100;
const EMAIL = "load@bench.example";
const RANGE_BYTES = 256 * 1024;
const PICTURE_BYTES = 2 * 1024 * 1024;

/** Time and status of an answer. */
export interface Sample {
  ms: number;
  isOk: boolean;
}

/** Sends one request over the shared connections and reads its answer. */
function send(base: URL, agent: http.Agent, request: LoadRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const { hostname, port } = base;
    const headers = { ...request.headers, ...(request.body ? { "content-length": request.body.length } : {}) };
    const outgoing = http.request({ hostname, port, agent, method: request.method ?? "GET", path: request.path, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve((answer.statusCode ?? 500) < 300));
      answer.once("error", () => resolve(false));
    });
    outgoing.once("error", () => resolve(false));
    outgoing.end(request.body);
  });
}

/**
 * Sends requests at a constant rate, whether earlier ones have been answered or not, as independent users do. A time is measured from
 * the instant at which the request was due.
 */
export async function constantRate(url: string, next: (index: number) => LoadRequest, seconds: number): Promise<Sample[]> {
  const base = new URL(url);
  const agent = new http.Agent({ keepAlive: true });
  const startedAt = performance.now();
  const answers: Promise<Sample>[] = [];
  for (let index = 0; index < seconds * PER_SECOND; index += 1) {
    const due = startedAt + (index * 1_000) / PER_SECOND;
    const delay = due - performance.now();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    answers.push(send(base, agent, next(index)).then((isOk) => ({ ms: performance.now() - due, isOk })));
  }
  const samples = await Promise.all(answers);
  agent.destroy();
  return samples;
}

/** What a user needs for requests: a token is valid for ten minutes, the address of a file for five. */
interface Access {
  headers: Record<string, string>;
  media: string;
}

/** Of 100 requests: 60 lists, 25 items, 10 ranges of a picture, 5 writes (uploads and new titles in turn). Evenly mixed. */
function mix(access: Access, ids: string[]): (index: number) => LoadRequest {
  const lists = ["view=all&sort=newest", "view=all&sort=name", "view=folder&type=image", "view=starred"];
  const sent = form(noisePng(100_000), "picture.png");
  return (index) => {
    const { headers, media } = access;
    // 37 and 100 have no common divisor: each hundred contains every number once, well mixed.
    const at = (index * 37) % 100;
    const id = ids[index % ids.length];
    if (at < 60) return { path: `/api/v1/workspace/personal/items?limit=50&${lists[index % lists.length]}`, headers };
    if (at < 85) return { path: `/api/v1/workspace/personal/files/image/${id}`, headers };
    if (at < 95) {
      const start = (index * 65_537) % (PICTURE_BYTES - RANGE_BYTES);
      return { path: media, headers: { range: `bytes=${start}-${start + RANGE_BYTES - 1}` } };
    }
    if (at % 2 === 0)
      return { method: "POST", path: "/api/v1/workspace/personal/files/image", headers: { ...headers, ...sent.headers }, body: sent.body };
    const body = Buffer.from(JSON.stringify({ title: `Changed ${index}` }));
    return {
      method: "PUT",
      path: `/api/v1/workspace/personal/files/image/${id}/single-data`,
      headers: { ...headers, "content-type": "application/json" },
      body,
    };
  };
}

/** The product with a library of {@link ITEMS} items, and the requests of a mixed load. */
export interface MixedLoad {
  server: BenchServer;
  next(index: number): LoadRequest;
  /** Renews the token and the address of the file. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the product for a mixed load. `name` is that of its folder. */
export async function startMixedLoad(name: string, port: number): Promise<MixedLoad> {
  const home = path.join(ROOT, ".cache/bench", name);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const log = { warn: () => {}, info: () => {} };
  const database = await startEmbeddedPostgres({ dir: path.join(home, "pg"), log });
  const { host, user, database: databaseName } = database.connection;
  const pool = new pg.Pool({ ...database.connection, max: 3 });
  const server = await startServer({
    command: productCommand(),
    port,
    env: {
      DATA_DIR: path.join(home, "data"),
      DATABASE_URL: `postgres://${user}@localhost/${databaseName}?host=${encodeURIComponent(host)}`,
    },
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await pool.end();
    await database.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const person = await register(server.url, EMAIL);
    await fillLibrary(pool, { workspaceId: person.workspaceId, items: ITEMS, folders: 50 });
    await settle(pool);
    const sent = form(noisePng(PICTURE_BYTES), "picture.png");
    const uploaded = await fetch(`${server.url}/api/v1/workspace/personal/files/image`, {
      method: "POST",
      headers: { ...person.headers, ...sent.headers },
      body: new Uint8Array(sent.body),
    });
    const { data } = (await uploaded.json()) as { data: { id: string } };
    const { rows } = await pool.query<{ id: string }>(
      "select id from items where workspace_id = $1 and type = 'image' and trashed_at is null and blob_id is null order by id limit 1000",
      [person.workspaceId],
    );
    const access: Access = { headers: person.headers, media: "" };
    const renew = async (): Promise<void> => {
      const { headers } = await refreshed(server, person, EMAIL);
      const route = `/workspace/personal/files/image/${data.id}`;
      const { sourceUrl } = await callApi<{ sourceUrl: string }>(server, { headers }, "GET", route);
      Object.assign(access, { headers, media: new URL(sourceUrl, server.url).pathname });
    };
    await renew();
    const ids = rows.map(({ id }) => id);
    return { server, next: mix(access, ids), renew, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
