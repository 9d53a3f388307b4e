import { createHash, randomBytes, randomInt } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import {
  cloneDatabase,
  originalAt,
  padded,
  type ProcessUser,
  recording,
  registerAt,
  type ServerProcess,
  startServerProcess,
} from "@stillreel/testing";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { createStorage } from "@stillreel/server/platform/ports/storage/index.ts";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { installS3, type S3Bucket, startS3 } from "../../../../../testing/src/s3/index.ts";
import { StoreStaging } from "./staging/store.staging.ts";

const MB = 1024 * 1024;
const ROUNDS = 3;
const SECRET = randomBytes(24).toString("hex");
const whyNot = await installS3();
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const log = pino({ level: "silent" });

/** The choices of one run: sizes of requests, and which server is killed during which request. */
const STEPS = fc.record({ size: fc.integer({ min: 1, max: 4 * MB }), kill: fc.nat(9), afterMs: fc.nat(400), server: fc.nat(1) });

describe.skipIf(whyNot !== null)(`two servers that are killed, on one S3 store${whyNot ? ` (skipped: ${whyNot})` : ""}`, () => {
  let bucket: S3Bucket;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let dirs: string[];
  let servers: ServerProcess[];
  let user: ProcessUser;

  const start = (index: number): Promise<ServerProcess> =>
    startServerProcess({ dataDir: dirs[index] as string, database: database.address, env: { STORAGE_URL: bucket.url, SECRET } });
  beforeAll(async () => {
    bucket = await startS3();
    database = await cloneDatabase(inject("cluster"));
    dirs = [0, 1].map(() => fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-staged-")));
    servers = await Promise.all([start(0), start(1)]);
    user = await registerAt(servers[0] as ServerProcess, "staged@example.test");
  }, 180_000);
  afterAll(async () => {
    for (const server of servers ?? []) await server.kill();
    await database?.drop();
    for (const dir of dirs ?? []) fs.rmSync(dir, { recursive: true, force: true });
  });

  const call = (server: number, method: string, url: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    fetch(new URL(url, (servers[server] as ServerProcess).url), {
      method,
      headers: { "tus-resumable": "1.0.0", ...user.headers, ...headers },
      ...(body ? { body } : {}),
    });
  const encoded = (fields: Record<string, string>): string =>
    Object.entries(fields)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
      .join(",");

  /** Sends a file as a client with a bad connection does. Kills servers on the way. Returns the number of kills. */
  async function sendAll(
    url: string,
    file: Buffer,
    steps: { size: number; kill: number; afterMs: number; server: number }[],
    last: Record<string, string>,
  ) {
    let kills = 0;
    let acknowledged = 0;
    let answers = "";
    for (let index = 0; ; index += 1) {
      if (index > 200) throw new Error(`No end after 200 requests: ${answers.slice(-500)}`);
      const step = steps[index % steps.length];
      if (!step) throw new Error("no steps");
      const server = index % 2;
      const head = await call(server, "HEAD", url);
      expect(head.status).toBe(200);
      const offset = Number(head.headers.get("upload-offset"));
      // What was acknowledged is there, on every server.
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = offset;
      if (offset === file.length) return kills;
      const end = Math.min(offset + step.size, file.length);
      const sending = call(
        server,
        "PATCH",
        url,
        { "content-type": "application/offset+octet-stream", "upload-offset": String(offset), ...(end === file.length ? last : {}) },
        new Uint8Array(file.subarray(offset, end)),
      ).then(
        ({ status, headers }) => {
          answers += ` ${status}`;
          return status === 204 ? Number(headers.get("upload-offset")) : null;
        },
        () => null,
      );
      if (step.kill < 2) {
        await new Promise((resolve) => setTimeout(resolve, step.afterMs));
        await servers[step.server]?.kill();
        acknowledged = Math.max(acknowledged, (await sending) ?? 0);
        servers[step.server] = await start(step.server);
        kills += 1;
      }
      acknowledged = Math.max(acknowledged, (await sending) ?? 0);
    }
  }

  it("lose no acknowledged byte, and store every file once", { timeout: 900_000 }, async () => {
    const seed = Number(process.env["SEED"] ?? randomInt(1_000_000));
    // oxlint-disable-next-line no-console -- the seed repeats the run
    console.log(`seed ${seed}`);
    const film = await recording({ seconds: 10 });
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const isRecording = round % 3 === 2;
      const file = isRecording ? film : padded(film, 9 * MB + round * 777_777);
      const created = await call(round % 2, "POST", "/uploads", {
        ...(isRecording ? { "upload-defer-length": "1" } : { "upload-length": String(file.length) }),
        "upload-metadata": encoded({ type: "video", fullFileName: "film.mp4", ...(isRecording ? { recording: "true" } : {}) }),
      });
      expect(created.status, await created.text()).toBe(201);
      const steps = fc
        .sample(STEPS, { seed: seed + round, numRuns: 40 })
        .map((step) => (isRecording ? { ...step, size: 1 + (step.size % 40_000) } : step));
      const last: Record<string, string> = isRecording ? { "upload-length": String(file.length) } : {};
      kills += await sendAll(created.headers.get("location") ?? "", file, steps, last);
      const stored = await originalAt(servers[0] as ServerProcess, user, created.headers.get("item-id") ?? "");
      expect(sha(stored), `seed ${seed}, round ${round}`).toBe(sha(file));
    }
    expect(kills).toBeGreaterThan(0);
    expect(await remains()).toEqual([]);
  });

  /** Sweeps, and returns what is in the store without an item. */
  async function remains(): Promise<string[]> {
    const pool = createPool(database.address, { max: 2, log });
    const storage = await createStorage({ STORAGE_URL: bucket.url } as never, "");
    const db = createDatabase(pool);
    const parts = storage.parts;
    if (!parts) throw new Error("not a remote store");
    const clock = { now: () => new Date() };
    const unused = (): never => {
      throw new Error("not used");
    };
    const hooks = { isKnown: unused, created: unused, removed: unused, isFinished: unused };
    const staging = new StoreStaging({ db, storage, parts, clock, newKey: unused, scratch: os.tmpdir() }, hooks);
    await staging.sweepUnrecorded(new Date(Date.now() + 60_000));
    await storage.sweepUnfinished(-60_000);
    const { settings } = bucket;
    const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    client.destroy();
    const found = Uploads.map(({ Key }) => `unfinished ${Key}`);
    for await (const { key } of storage.list("u/")) found.push(key);
    const { rows } = await pool.query<{ storage_key: string }>("select storage_key from staged_uploads where storage_key is not null");
    await pool.end();
    return [...found, ...rows.map(({ storage_key: key }) => `staged ${key}`)];
  }
});
