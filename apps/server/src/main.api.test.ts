import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { multipart, png, startOtlpReceiver } from "@stillreel/testing";
import { serverProgram } from "@stillreel/testing/server-program";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { commandOf } from "./platform/postgres/process-state.ts";

let root: string;
let children: ChildProcess[] = [];

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-main-"));
  fs.chmodSync(root, 0o755);
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  children = [];
});
afterAll(async () => {
  // The watchdog stops the previous server's database. Its files can be deleted only afterwards.
  await vi.waitUntil(() => commandOf(postmaster()) === null, { timeout: 10_000 });
  fs.rmSync(root, { recursive: true, force: true });
});

const postmaster = (): number => {
  try {
    return Number(fs.readFileSync(path.join(root, "data", "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
};

/** Starts the real program. */
function program(env: Record<string, string>): { child: ChildProcess; output(): string; exited: Promise<number | null> } {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [serverProgram("main")], {
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), DATA_DIR: path.join(root, "data"), PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => output, exited };
}

async function ready(env: Record<string, string> = {}): Promise<ReturnType<typeof program> & { url: string; port: number }> {
  const started = program(env);
  await vi.waitFor(() => expect(started.output()).toMatch(/^Stillreel is ready at http:\/\/localhost:\d+$/mu), {
    timeout: 25_000,
    interval: 20,
  });
  const url = /ready at (\S+)/u.exec(started.output())?.[1] as string;
  return { ...started, url, port: Number(new URL(url).port) };
}

/** Sends a request in two pieces. */
function inTwoPieces(port: number, head: string, body: Buffer): { finish(): void; answer: Promise<string> } {
  const socket = net.connect(port, "127.0.0.1");
  const half = Math.floor(body.length / 2);
  socket.write(`${head}content-length: ${body.length}\r\nhost: localhost:${port}\r\n\r\n`);
  socket.write(body.subarray(0, half));
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("close", () => resolve(text)).on("error", () => resolve(text));
  });
  return { finish: () => void socket.write(body.subarray(half)), answer };
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const account = { email: "ada@example.test", password: "correct horse 7", username: "Ada" };

test("an invalid value prevents the start and is reported with its variable", async () => {
  const { exited, output } = program({ PORT: "eighty" });
  expect(await exited).toBe(1);
  expect(output()).toMatch(/\bPORT\b/u);
});

describe("a separate server process", { timeout: 60_000 }, () => {
  test("refuses a second server on its data; after SIGTERM it completes running requests and stops", async () => {
    const server = await ready();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

    const second = program({});
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(/already runs/u);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

    const { data } = (await (await post(`${server.url}/api/v1/auth/register`, account)).json()) as { data: { idToken: string } };
    const database = postmaster();
    const slow = inTwoPieces(
      server.port,
      "POST /api/v1/auth/login HTTP/1.1\r\ncontent-type: application/json\r\n",
      Buffer.from(JSON.stringify(account)),
    );
    const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", bytes: png(64, 48) });
    const upload = inTwoPieces(
      server.port,
      `POST /api/v1/workspace/personal/files/image HTTP/1.1\r\nauthorization: Bearer ${data.idToken}\r\ncontent-type: ${form.headers["content-type"]}\r\n`,
      form.payload,
    );
    await sleep(300);
    const stoppedAt = performance.now();
    server.child.kill("SIGTERM");
    await vi.waitFor(async () => expect(await fetch(`${server.url}/healthz`).catch(() => "refused")).toBe("refused"), { timeout: 3_000 });
    slow.finish();
    upload.finish();
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 /u);
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 201 /u);
    expect(await server.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
    expect(commandOf(database)).toBeNull();
  });

  test("a request that never ends delays the stop by at most 10 s", async () => {
    const server = await ready();
    inTwoPieces(
      server.port,
      "POST /api/v1/auth/login HTTP/1.1\r\ncontent-type: application/json\r\n",
      Buffer.from(JSON.stringify(account)),
    );
    await sleep(200);
    const stoppedAt = performance.now();
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  });

  test("a second signal ends it immediately", async () => {
    const server = await ready();
    inTwoPieces(
      server.port,
      "POST /api/v1/auth/login HTTP/1.1\r\ncontent-type: application/json\r\n",
      Buffer.from(JSON.stringify(account)),
    );
    await sleep(200);
    const stoppedAt = performance.now();
    server.child.kill("SIGTERM");
    await sleep(200);
    server.child.kill("SIGINT");
    expect(await server.exited).toBe(1);
    expect(performance.now() - stoppedAt).toBeLessThan(1_500);
  });

  test("starts with all acknowledged data after kill -9, and restarts a crashed database", async () => {
    const first = await ready();
    expect((await post(`${first.url}/api/v1/auth/register`, { ...account, email: "bob@example.test" })).status).toBe(201);
    first.child.kill("SIGKILL");
    await first.exited;
    const server = await ready();
    expect((await post(`${server.url}/api/v1/auth/login`, { ...account, email: "bob@example.test" })).status).toBe(200);

    const before = postmaster();
    process.kill(before, "SIGKILL");
    await vi.waitFor(() => expect(postmaster()).not.toBe(before), { timeout: 10_000 });
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), { timeout: 10_000 });
    expect((await post(`${server.url}/api/v1/auth/login`, { ...account, email: "bob@example.test" })).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
  });
});

describe("traces", { timeout: 60_000 }, () => {
  test("those of the last requests are sent before the process ends", async () => {
    const receiver = await startOtlpReceiver();
    const server = await ready({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    expect((await fetch(`${server.url}/api/v1/auth/user-data`)).status).toBe(401);
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(receiver.spans().map(({ name }) => name)).toContain("GET /api/v1/auth/user-data");
    await receiver.close();
  });

  test("a receiver that never answers delays neither a request nor the end", async () => {
    const silent = net.createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as net.AddressInfo;
    const server = await ready({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/v1/auth/user-data`)).status).toBe(401);
    const stoppedAt = performance.now();
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
    silent.close();
  });
});

test.each([
  ["PORT", (port: number) => ({ PORT: String(port) })],
  ["HOST", () => ({ PORT: "0", HOST: "192.0.2.1" })],
])("an address that cannot be used is reported with its variable: %s", { timeout: 40_000 }, async (name, variables) => {
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { exited, output } = program(variables((other.address() as net.AddressInfo).port));
  expect(await exited).toBe(1);
  expect(output()).toMatch(new RegExp(`^${name}: .*(Stop it, or set PORT|Correct HOST)`, "mu"));
  other.close();
});

describe("a process that runs jobs only", { timeout: 60_000 }, () => {
  test("reports its health and metrics, and serves nothing else", async () => {
    const { url } = await ready({ ROLE: "worker" });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ok", database: "ok" });
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^# TYPE stillreel_job_seconds histogram$/mu);
    for (const path of ["/", "/images", "/api/openapi.json", "/media/x"]) expect((await fetch(url + path)).status, path).toBe(404);
    expect((await post(`${url}/api/v1/auth/register`, account)).ok).toBe(false);
  });

  test("works without them when its port is in use", async () => {
    const other = net.createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as net.AddressInfo;
    const worker = await ready({ ROLE: "worker", PORT: String(port) });
    expect(worker.output()).toMatch(/the port is in use/u);
    expect(worker.child.exitCode).toBeNull();
    other.close();
  });
});

test("no secret is written to the log", { timeout: 40_000 }, async () => {
  const server = await ready({ LOG_LEVEL: "trace" });
  const answer = (await (await post(`${server.url}/api/v1/auth/login`, account)).json()) as {
    data: { idToken: string; refreshToken: string };
  };
  const { idToken, refreshToken } = answer.data;
  await fetch(`${server.url}/api/v1/auth/user-data`, {
    headers: { idToken, refreshToken, authorization: `Bearer ${idToken}`, cookie: `refreshToken=${refreshToken}` },
  });
  await post(`${server.url}/api/v1/auth/login`, { ...account, password: "canary-password-1" });
  await vi.waitFor(() => expect(server.output().match(/"route":"\/api\/v1\/auth\/login"/gu)?.length).toBeGreaterThan(1), {
    timeout: 5_000,
  });
  for (const secret of [idToken, refreshToken, account.password, "canary-password-1"]) expect(server.output()).not.toContain(secret);
});
