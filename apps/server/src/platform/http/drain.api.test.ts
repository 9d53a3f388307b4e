import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { cloneDatabase, startServerProcess } from "@stillreel/testing";
import { expect, inject, test, vi } from "vitest";

const CLIENTS = 50;
/** Requests of each client before the stop, so that each has an open connection. */
const WARM_UP = 5;
const STOP_MAX_MS = 10_000;

/** Sends one request on the connection of the agent. Returns whether the server closes the connection. */
function send(url: string, agent: http.Agent): Promise<{ status: number | undefined; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      response.resume();
      response.once("end", () => resolve({ status: response.statusCode, isLast: response.headers.connection === "close" }));
    });
    request.once("error", reject);
  });
}

test("R10: a stop resets no request of clients that reuse their connections", async () => {
  const database = await cloneDatabase(inject("cluster"));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "stillreel-drain-"));
  const server = await startServerProcess({ dataDir, database: database.address });
  const client = async (nth: number, onWarm: () => void): Promise<void> => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const url = server.url + (nth % 2 === 0 ? "/healthz" : "/api/v1/auth/options");
    try {
      for (let sent = 1; ; sent += 1) {
        const { status, isLast } = await send(url, agent);
        if (status !== 200) throw new Error(`Answered with ${status}.`);
        if (sent === WARM_UP) onWarm();
        if (isLast) return;
      }
    } finally {
      agent.destroy();
    }
  };
  try {
    const warm = Array.from({ length: CLIENTS }, () => Promise.withResolvers<void>());
    const clients = warm.map(({ resolve }, nth) => client(nth, resolve));
    await Promise.race([Promise.all(warm.map(({ promise }) => promise)), Promise.all(clients)]);
    const began = performance.now();
    const code = await server.stop();
    expect(performance.now() - began).toBeLessThan(STOP_MAX_MS);
    const failures = (await Promise.allSettled(clients)).filter(({ status }) => status === "rejected");
    expect(failures).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }
}, 60_000);

test("with a delay, readiness ends first and requests are still answered; then the process ends", async () => {
  const database = await cloneDatabase(inject("cluster"));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "stillreel-drain-"));
  const server = await startServerProcess({ dataDir, database: database.address, env: { SHUTDOWN_DELAY: "3" } });
  const get = (route: string) => fetch(server.url + route);
  try {
    expect((await get("/readyz")).status).toBe(200);
    const stopped = server.stop();
    await vi.waitFor(async () => expect(await (await get("/readyz")).json()).toEqual({ status: "stopping" }), { timeout: 2_500 });
    expect((await get("/readyz")).status).toBe(503);
    for (const route of ["/healthz", "/api/v1/auth/options"]) {
      const answer = await get(route);
      expect([answer.status, answer.headers.get("connection")]).toEqual([200, "keep-alive"]);
    }
    expect(await stopped).toBe(0);
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }
}, 60_000);
