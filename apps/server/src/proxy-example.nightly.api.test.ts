import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  callAt,
  cloneDatabase,
  freePort,
  hasNginx,
  type Nginx,
  originalAt,
  png,
  type ProcessUser,
  registerAt,
  type ServerProcess,
  startNginx,
  startServerProcess,
  streamUploads,
  uploadImageAt,
} from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import WebSocket from "ws";

const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(!hasNginx())("two web processes behind the shipped example for nginx", () => {
  let home: string;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let servers: ServerProcess[];
  let nginx: Nginx;
  let proxy: ServerProcess;
  let owner: ProcessUser;

  const start = async (): Promise<ServerProcess> => {
    const port = await freePort();
    const server = await startServerProcess({
      dataDir: path.join(home, "data"),
      database: database.address,
      env: { PORT: String(port), TRUST_PROXY: "true", SECRET: "s".repeat(40), PUBLIC_URL: proxy.url, ROLE: "web" },
    });
    // It announces the public address.
    return { ...server, url: `http://127.0.0.1:${port}` };
  };

  beforeAll(async () => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-nginx-"));
    database = await cloneDatabase(inject("cluster"));
    const port = await freePort();
    proxy = { url: `http://127.0.0.1:${port}` } as ServerProcess;
    // The first one creates the folder that both share.
    servers = [await start()];
    servers.push(await start());
    nginx = await startNginx(
      home,
      servers.map(({ url }) => url),
      port,
    );
    owner = await registerAt(proxy, "owner@example.test");
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const server of servers ?? []) await server.kill();
    await database?.drop();
    fs.rmSync(home, { recursive: true, force: true });
  });

  it("uses both processes, and shows the metrics of neither", async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 6; index += 1) await fetch(`${proxy.url}/healthz`);
    for (const { url } of servers) {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const count = Number(/stillreel_http_request_seconds_count\{method="GET",route="\/healthz",status="2xx"\} (\d+)/u.exec(metrics)?.[1]);
      if (count >= 2) ids.add(url);
    }
    expect(ids.size).toBe(2);
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);
  });

  it("passes uploads by form through, and gives the same bytes back", async () => {
    const bytes = png(640, 480);
    const itemId = await uploadImageAt(proxy, owner, bytes, "Form");
    expect(sha(await originalAt(proxy, owner, itemId))).toBe(sha(bytes));
  });

  it("passes resumable uploads of any size on while they arrive", async () => {
    expect(await streamUploads(proxy, owner, 2, 3 * 1024 * 1024)).toEqual([3 * 1024 * 1024, 3 * 1024 * 1024]);
    expect(fs.existsSync(path.join(home, "body")) ? fs.readdirSync(path.join(home, "body"), { recursive: true }) : []).toEqual([]);
  });

  it("answers range requests", async () => {
    const bytes = png(120, 80);
    const itemId = await uploadImageAt(proxy, owner, bytes, "Ranges");
    const item = await callAt<{ sourceUrl: string }>(proxy, owner, "GET", `/workspace/personal/files/image/${itemId}`);
    const source = new URL(item.sourceUrl, proxy.url);
    const answer = await fetch(source, { headers: { range: "bytes=10-29" } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes 10-29/${bytes.length}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(10, 30));
  });

  it("sends events of the other process without delay", async () => {
    const ending = new AbortController();
    const answer = await fetch(`${proxy.url}/api/v1/events`, { headers: owner.headers, signal: ending.signal });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    let text = "";
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
    })().catch(() => {});
    const ids: string[] = [];
    for (const server of servers) ids.push(await uploadImageAt(server, owner, png(20, 10), "News"));
    await vi.waitUntil(() => ids.every((id) => text.includes(id)), { timeout: 20_000 });
    ending.abort();
    await reading;
  });

  it("upgrades connections to WebSockets", async () => {
    const board = await callAt<{ id: string }>(proxy, owner, "POST", "/whiteboards", { title: "Plan" });
    const url = `${proxy.url.replace("http", "ws")}/api/v1/whiteboards/${board.id}/live`;
    const socket = new WebSocket(url, { headers: owner.headers });
    await once(socket, "open");
    const answer = once(socket, "message");
    socket.send(JSON.stringify({ type: "hello", since: null }));
    expect(JSON.parse(String((await answer)[0]))).toMatchObject({ type: "welcome" });
    socket.close();
    await once(socket, "close");
  });

  it("loses no read while one process is away", async () => {
    await servers[0]?.stop();
    const statuses = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await fetch(`${proxy.url}/api/v1/workspace/personal/counts`, { headers: owner.headers })).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
