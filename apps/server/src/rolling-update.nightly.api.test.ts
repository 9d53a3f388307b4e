import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import {
  cloneDatabase,
  freePort,
  hasNginx,
  type Nginx,
  png,
  type ProcessUser,
  registerAt,
  type ServerProcess,
  startNginx,
  startServerProcess,
  uploadImageAt,
} from "@stillreel/testing";
import { describe, expect, inject, test } from "vitest";

const REQUESTS = 2_000;
const NGINX_REQUESTS = 10_000;
const LANES = 16;
/** Interval of the health checks of the proxy, far below the delay of a stop. */
const CHECK_MS = 200;

/** A proxy with health checks: it sends requests to the servers that are ready, each on a new connection. */
async function startProxy(upstreams: string[]): Promise<{ url: string; close(): void }> {
  const unready = new Set<string>();
  const check = async (url: string): Promise<void> => {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    unready[isReady ? "delete" : "add"](url);
  };
  const timer = setInterval(() => void Promise.all(upstreams.map(check)), CHECK_MS);
  let turn = 0;
  const server = http.createServer((request, response) => {
    turn += 1;
    const ready = upstreams.filter((url) => !unready.has(url));
    const { method, headers } = request;
    const target = `${ready[turn % ready.length]}${request.url}`;
    const sent = http.request(target, { method, headers: { ...headers, connection: "close" }, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
      answer.pipe(response);
    });
    sent.on("error", () => response.writeHead(502).end());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    clearInterval(timer);
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Sends at least `requests` requests until `isOver`, in several lanes; every tenth creates a folder. Returns the number of each status. */
async function sendAll(url: string, user: ProcessUser, requests: number, isOver: () => boolean): Promise<Map<string, number>> {
  let sent = 0;
  const statuses = new Map<string, number>();
  const send = async (nth: number): Promise<void> => {
    const isWrite = nth % 10 === 0;
    const folder = { method: "POST", body: JSON.stringify({ name: `Folder ${nth}`, kind: "image" }) };
    const answer = await fetch(`${url}/api/v1/workspace/personal/${isWrite ? "folders" : "items?view=all"}`, {
      headers: { ...user.headers, ...(isWrite ? { "content-type": "application/json" } : {}) },
      ...(isWrite ? folder : {}),
    });
    await answer.arrayBuffer();
    const status = `${isWrite ? "write" : "read"} ${answer.status}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const lane = async (): Promise<void> => {
    while (sent < requests || !isOver()) await send((sent += 1));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return statuses;
}

const sumOf = (statuses: Map<string, number>): number => [...statuses.values()].reduce((sum, count) => sum + count, 0);
const ONLY_SUCCESSES = ["read 200", "write 201"];

test("no request fails while two processes behind a proxy are restarted in turn", async () => {
  const database = await cloneDatabase(inject("cluster"));
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-rolling-"));
  const env = { RATE_LIMIT_FACTOR: "1000", SHUTDOWN_DELAY: "5" };
  const start = (): Promise<ServerProcess> => startServerProcess({ dataDir, database: database.address, env });
  const servers = [await start(), await start()];
  const upstreams = servers.map(({ url }) => url);
  const proxy = await startProxy(upstreams);
  try {
    const user = await registerAt(proxy, "rolling@example.test");
    await uploadImageAt(proxy, user, png(), "Before");
    let isRestarted = false;
    const sending = sendAll(proxy.url, user, REQUESTS, () => isRestarted);
    for (const nth of [0, 1]) {
      expect(await servers[nth]?.stop()).toBe(0);
      servers[nth] = await start();
      upstreams[nth] = servers[nth].url;
    }
    isRestarted = true;
    const statuses = await sending;
    expect(sumOf(statuses)).toBeGreaterThanOrEqual(REQUESTS);
    expect([...statuses.keys()].sort()).toEqual(ONLY_SUCCESSES);
  } finally {
    proxy.close();
    for (const server of servers) await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }
});

describe.skipIf(!hasNginx())("behind the shipped example for nginx", () => {
  test("none of 10,000 requests fails while two processes are restarted in turn, again and again", { timeout: 1_200_000 }, async () => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-rolling-nginx-"));
    const database = await cloneDatabase(inject("cluster"));
    const ports = [await freePort(), await freePort()];
    const publicPort = await freePort();
    const start = (port: number): Promise<ServerProcess> =>
      startServerProcess({
        dataDir: path.join(home, "data"),
        database: database.address,
        env: {
          PORT: String(port),
          PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
          SECRET: "s".repeat(40),
          TRUST_PROXY: "true",
          ROLE: "web",
          RATE_LIMIT_FACTOR: "1000",
          SHUTDOWN_DELAY: "2",
        },
      });
    const servers: ServerProcess[] = [];
    let nginx: Nginx | undefined;
    try {
      // The first one creates the folder that both share.
      for (const port of ports) servers.push(await start(port));
      const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
      nginx = await startNginx(home, addresses, publicPort);
      const user = await registerAt(nginx, "rolling-nginx@example.test");
      await uploadImageAt(nginx, user, png(), "Before");
      let rounds = 0;
      let isSent = false;
      const sending = sendAll(nginx.url, user, NGINX_REQUESTS, () => rounds > 0).finally(() => (isSent = true));
      while (!isSent) {
        for (const [nth, port] of ports.entries()) {
          expect(await servers[nth]?.stop()).toBe(0);
          servers[nth] = await start(port);
        }
        rounds += 1;
      }
      const statuses = await sending;
      expect(sumOf(statuses)).toBeGreaterThanOrEqual(NGINX_REQUESTS);
      expect([...statuses.keys()].sort()).toEqual(ONLY_SUCCESSES);
    } finally {
      await nginx?.stop();
      for (const server of servers) await server.kill();
      fs.rmSync(home, { recursive: true, force: true });
      await database.drop();
    }
  });
});
