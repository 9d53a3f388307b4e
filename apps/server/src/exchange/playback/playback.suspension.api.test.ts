import { randomBytes } from "node:crypto";
import http from "node:http";
import { crc32, deflateSync } from "node:zlib";
import { reportLink, updateReports } from "@stillreel/contract";
import { createTestApp, expectData, multipart, recording, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RECHECK_MS } from "../../media/media/media.recheck.ts";

let t: TestApp;
let address: string;
let admin: TestUser;
let anna: TestUser;
let film: Buffer;

beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  admin = await t.user();
  film = await recording({ seconds: 40, frameBytes: 200_000 });
});
afterAll(() => t.close());
beforeEach(async () => {
  anna = await t.user();
});

/** Suspends as another process does: without its cache, events and sessions of this process. */
const suspendElsewhere = async (): Promise<void> => {
  await t.ports.pool.query("update users set suspended_at = now() where id = $1", [anna.id]);
  await t.ports.pool.query("delete from sessions where user_id = $1", [anna.id]);
};

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Records a film to its end. Returns the item and its link. */
async function recorded(): Promise<{ itemId: string; slug: string }> {
  const tus = { "tus-resumable": "1.0.0", ...anna.headers };
  const metadata = encoded({ type: "video", recording: "true", live: "true", fullFileName: "take.mp4", title: "Take" });
  const begun = await t.app.inject({
    method: "POST",
    url: "/uploads",
    headers: { ...tus, "upload-defer-length": "1", "upload-metadata": metadata },
  });
  const sent = await t.app.inject({
    method: "PATCH",
    url: String(begun.headers["location"]),
    headers: { ...tus, "upload-offset": "0", "upload-length": String(film.length), "content-type": "application/offset+octet-stream" },
    payload: film,
  });
  expect(sent.statusCode, sent.body).toBe(204);
  return { itemId: String(begun.headers["item-id"]), slug: String(begun.headers["share-url"]).split("/").at(-1) ?? "" };
}

/** Starts a download, runs an action before the rest is read, and returns status and number of received bytes. */
function fetchAround(url: string, meanwhile: () => Promise<unknown>): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}${url}`, { headers: anna.headers, agent: false }, (response) => {
      let bytes = 0;
      const end = (): void => resolve({ status: response.statusCode ?? 0, bytes });
      response.on("error", end);
      response.on("close", end);
      response.once("data", (first: Buffer) => {
        bytes += first.length;
        response.pause();
        meanwhile().then(() => {
          t.clock.advance(RECHECK_MS);
          response.on("data", (piece: Buffer) => {
            bytes += piece.length;
          });
          response.resume();
        }, reject);
      });
    });
    request.on("error", reject);
  });
}

/** Returns a picture of noise, whose conversion is large. */
function noise(side: number): Buffer {
  const rows = randomBytes(side * (1 + side * 3));
  for (let y = 0; y < side; y += 1) rows[y * (1 + side * 3)] = 0;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))]);
}

test("a suspended account loses the playlist and the segments, and a running transfer of them ends", async () => {
  const { itemId } = await recorded();
  const stream = (name: string) => `/api/v1/items/${itemId}/stream/${name}`;
  const get = async (name: string) => (await t.app.inject({ url: stream(name), headers: anna.headers })).statusCode;
  expect(await get("live.m3u8")).toBe(200);
  expect(await fetchAround(stream("raw.mp4"), async () => undefined)).toEqual({ status: 200, bytes: film.length });
  const { bytes } = await fetchAround(stream("raw.mp4"), suspendElsewhere);
  expect(bytes).toBeLessThan(film.length);
  for (const name of ["live.m3u8", "raw.mp4"]) expect(await get(name)).toBe(404);
});

test("a running converted download of a suspended account ends", async () => {
  const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", type: "image/png", bytes: noise(3_000) });
  const url = "/api/v1/workspace/personal/files/image";
  const sent = await t.app.inject({ method: "POST", url, headers: { ...anna.headers, ...form.headers }, payload: form.payload });
  const { id } = expectData<{ id: string }>(sent, 201);
  const download = `/api/v1/items/${id}/download?format=jpg`;
  const whole = await fetchAround(download, async () => undefined);
  expect(whole.status).toBe(200);
  expect((await fetchAround(download, suspendElsewhere)).bytes).toBeLessThan(whole.bytes);
  expect((await t.app.inject({ url: download, headers: anna.headers })).statusCode).toBe(401);
});

test("a removed link loses the playlist, the segments and a running transfer, with its own code", async () => {
  const { itemId, slug } = await recorded();
  const stream = (name: string) => `/api/v1/items/${itemId}/stream/${name}?share=${slug}`;
  expect((await t.app.inject(stream("live.m3u8"))).statusCode).toBe(200);
  expectData(await t.call(reportLink, { params: { slug }, body: { reason: "illegal" } }, null), 201);
  // The owner's own transfer continues; the visitor's ends.
  const visitor = { ...anna, headers: {} as TestUser["headers"] };
  const owner = anna;
  anna = visitor;
  const remove = () => t.call(updateReports, { params: { slug }, body: { removed: true, reason: "illegal" } }, admin);
  expect((await fetchAround(stream("raw.mp4"), remove)).bytes).toBeLessThan(film.length);
  for (const name of ["live.m3u8", "raw.mp4"]) {
    const answer = await t.app.inject(stream(name));
    expect([answer.statusCode, answer.json().code]).toEqual([410, "link-removed"]);
  }
  const own = await t.app.inject({ url: `/api/v1/items/${itemId}/stream/live.m3u8`, headers: owner.headers });
  expect(own.statusCode).toBe(200);
});
