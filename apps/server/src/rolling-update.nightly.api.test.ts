import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { cloneDatabase, png, registerAt, type ServerProcess, startServerProcess, uploadImageAt } from "@stillreel/testing";
import { expect, inject, test } from "vitest";

const REQUESTS = 2_000;
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
    let sent = 0;
    let isRestarted = false;
    const statuses = new Map<number, number>();
    const send = async (nth: number): Promise<void> => {
      const folder = { method: "POST", body: JSON.stringify({ name: `Folder ${nth}`, kind: "image" }) };
      const isWrite = nth % 10 === 0;
      const answer = await fetch(`${proxy.url}/api/v1/workspace/personal/${isWrite ? "folders" : "items?view=all"}`, {
        headers: { ...user.headers, ...(isWrite ? { "content-type": "application/json" } : {}) },
        ...(isWrite ? folder : {}),
      });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    };
    const lane = async (): Promise<void> => {
      while (sent < REQUESTS || !isRestarted) await send((sent += 1));
    };
    const lanes = Promise.all(Array.from({ length: LANES }, lane));
    for (const nth of [0, 1]) {
      expect(await servers[nth]?.stop()).toBe(0);
      servers[nth] = await start();
      upstreams[nth] = servers[nth].url;
    }
    isRestarted = true;
    await lanes;
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    expect([...statuses.keys()].filter((status) => status >= 300)).toEqual([]);
  } finally {
    proxy.close();
    for (const server of servers) await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }
});
