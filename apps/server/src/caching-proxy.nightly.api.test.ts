import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import {
  callAt,
  cloneDatabase,
  png,
  type ProcessUser,
  registerAt,
  type ServerProcess,
  startServerProcess,
  uploadImageAt,
} from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A proxy that stores whatever an answer permits, by the address alone: for all users together. */
const configuration = (home: string, port: number, target: string): string => `
daemon off;
user root;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 128; }
http {
  access_log off;
  proxy_cache_path ${home}/cache keys_zone=shared:10m max_size=100m;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/temp;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target};
      proxy_cache shared;
      proxy_cache_key $request_uri;
      proxy_cache_valid any 10m;
      proxy_set_header Host $http_host;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`;

describe.skipIf(!hasNginx)("behind a caching proxy", () => {
  let home: string;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let server: ServerProcess;
  let nginx: ChildProcess;
  let proxy: { url: string };
  let owner: ProcessUser;
  let stranger: ProcessUser;
  let itemId: string;
  const bytes = png(60, 40);

  beforeAll(async () => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-proxy-"));
    database = await cloneDatabase(inject("cluster"));
    server = await startServerProcess({ dataDir: path.join(home, "data"), database: database.address });
    const port = await freePort();
    fs.writeFileSync(path.join(home, "nginx.conf"), configuration(home, port, server.url));
    nginx = spawn("nginx", ["-p", home, "-c", path.join(home, "nginx.conf")], { stdio: "inherit" });
    proxy = { url: `http://127.0.0.1:${port}` };
    const isReady = (): Promise<boolean> =>
      fetch(`${proxy.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: 10_000 });
    [owner, stranger] = [await registerAt(proxy, "owner@example.test"), await registerAt(proxy, "stranger@example.test")];
    itemId = await uploadImageAt(proxy, owner, bytes, "A private title");
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx?.once("exit", resolve));
    nginx?.kill("SIGTERM");
    await ended;
    await server?.kill();
    await database?.drop();
    fs.rmSync(home, { recursive: true, force: true });
  });

  const get = async (url: string, user?: ProcessUser) => {
    const answer = await fetch(new URL(url, proxy.url), { headers: user?.headers ?? {}, redirect: "manual" });
    return { status: answer.status, cache: answer.headers.get("x-cache"), body: Buffer.from(await answer.arrayBuffer()), answer };
  };

  it("S30: the proxy stores public files, so that the other tests of this file prove something", async () => {
    const url = "/api/docs/swagger-ui.css";
    expect((await get(url)).cache).toBe("MISS");
    expect(await get(url)).toMatchObject({ status: 200, cache: "HIT" });
  });

  it("S30: no answer about an item is given to another user or without a session", async () => {
    const single = await callAt<{ sourceUrl: string; workspaceId: string }>(
      proxy,
      owner,
      "GET",
      `/workspace/personal/files/image/${itemId}`,
    );
    await callAt(proxy, owner, "PUT", `/workspace/share/personal/${itemId}`, { visibility: "private" });
    const urls = [
      "/api/v1/auth/user-data",
      "/api/v1/workspace/personal/items?view=all",
      `/api/v1/workspace/personal/files/image/${itemId}`,
      `/api/v1/workspace/${single.workspaceId}/files/image/${itemId}`,
      `/api/v1/items/${itemId}/comments`,
      `/api/v1/items/${itemId}/download?format=original`,
      `/api/v1/items/${itemId}/download?format=png`,
      "/api/v1/search?q=private",
    ];
    for (const url of urls) {
      const own = await get(url, owner);
      expect(own.status, url).toBeLessThan(400);
      expect(own.cache, url).not.toBe("HIT");
      for (const other of [stranger, undefined]) {
        const foreign = await get(url, other);
        expect(foreign.cache, url).not.toBe("HIT");
        expect(foreign.body.includes("A private title"), url).toBe(false);
        expect(foreign.body.includes(owner.email), url).toBe(false);
        expect(sha(foreign.body), url).not.toBe(sha(bytes));
      }
      // The owner still gets the owner's answer after the others.
      expect((await get(url, owner)).cache, url).not.toBe("HIT");
    }
  });

  it("S30: bytes of an item are never stored by the proxy, and a revoked link ends immediately", async () => {
    const { sourceUrl } = await callAt<{ sourceUrl: string }>(proxy, owner, "GET", `/workspace/personal/files/image/${itemId}`);
    const media = new URL(sourceUrl, proxy.url).pathname;
    for (const _ of [1, 2]) expect(await get(media)).toMatchObject({ status: 200, cache: "MISS" });
    await callAt(proxy, owner, "PUT", `/workspace/share/personal/${itemId}`, { visibility: "link" });
    const { slug } = await callAt<{ slug: string }>(proxy, owner, "GET", `/workspace/share/personal/${itemId}`);
    for (const _ of [1, 2]) expect((await get(`/s/${slug}`)).status).toBe(200);
    const deleted = await fetch(`${proxy.url}/api/v1/workspace/share/deleteLink/personal/${itemId}`, {
      method: "DELETE",
      headers: owner.headers,
    });
    expect(deleted.status).toBe(200);
    expect(await get(`/s/${slug}`)).toMatchObject({ status: 404, cache: "MISS" });
  });
});
