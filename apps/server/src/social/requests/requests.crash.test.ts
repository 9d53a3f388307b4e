import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ClientResult, createRequest, listRequestedItems } from "@stillreel/contract";
import { callAt, cloneDatabase, originalAt, registerAt, startServerProcess, type ServerProcess, video } from "@stillreel/testing";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-request-"));
  database = await cloneDatabase(inject("cluster"));
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, database: database.address });
  servers.push(server);
  return server;
}

const TUS = { "tus-resumable": "1.0.0" };
const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

it("a visitor without an account continues an upload by a request after the server was killed", { timeout: 60_000 }, async () => {
  const film = await video({ seconds: 4, width: 320, height: 240 });
  const first = await start();
  const anna = await registerAt(first, "anna@example.test");
  const { slug, id } = await callAt<ClientResult<typeof createRequest>>(first, anna, "POST", "/requests", {
    title: "Bike added",
    maxItems: 1,
    maxSeconds: 10,
  });
  const fields = { request: slug, type: "video", fullFileName: "a.mp4", source: "screen", senderName: "Ingrid" };
  const created = await fetch(`${first.url}/uploads`, {
    method: "POST",
    headers: { ...TUS, "upload-length": String(film.length), "upload-metadata": encoded(fields) },
  });
  const location = created.headers.get("location") ?? "";
  const patch = (server: ServerProcess, from: number, to: number) =>
    fetch(new URL(location, server.url), {
      method: "PATCH",
      headers: { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": String(from) },
      body: new Uint8Array(film.subarray(from, to)),
    });
  const half = film.length >> 1;
  expect((await patch(first, 0, half)).status).toBe(204);
  await first.kill();

  const second = await start();
  const head = await fetch(new URL(location, second.url), { method: "HEAD", headers: TUS });
  expect(Number(head.headers.get("upload-offset"))).toBe(half);
  expect((await patch(second, half, film.length)).status).toBe(204);
  const { items } = await callAt<ClientResult<typeof listRequestedItems>>(second, anna, "GET", `/requests/${id}/items`);
  expect(items).toMatchObject([{ senderName: "Ingrid", item: { title: "Bike added", type: "video", duration: 4 } }]);
  expect(sha(await originalAt(second, anna, items[0]?.item.id ?? ""))).toBe(sha(film));
});
