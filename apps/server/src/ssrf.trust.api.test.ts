import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createComment, createFolder, getShare, listImports, ROUTES } from "@stillreel/contract";
import { createTestApp, expectData, multipart, png, type TestApp, type TestUser, video } from "@stillreel/testing";
import { orderOf, sampleRequest, textFieldsOfRoute } from "@stillreel/testing/fuzz";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

/** Connections to a server on the loopback interface. It answers each request with a redirect to itself. */
interface Canary {
  port: number;
  connections: number;
  close(): Promise<void>;
}

async function startCanary(): Promise<Canary> {
  const canary: Canary = { port: 0, connections: 0, close: async () => {} };
  const servers: Server[] = [];
  const listen = (host: string): Promise<void> => {
    const server = createServer((_request, response) => response.writeHead(302, { location: `http://${host}:${canary.port}/next` }).end());
    server.on("connection", () => (canary.connections += 1));
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(canary.port, host, () => {
        servers.push(server);
        canary.port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  };
  await listen("127.0.0.1");
  // Not every machine has IPv6.
  await listen("::1").catch(() => undefined);
  canary.close = async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  };
  return canary;
}

/** Addresses of the canary, and texts that contain one, in forms that filters often miss. */
const hostileUrls = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://①②⑦.⓪.⓪.①:${port}/`,
  `HTTP://LocalHost.:${port}/`,
  `http://example.test@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@example.test/`,
  `http:127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/shot.png`,
  `\\\\127.0.0.1@${port}\\shot.png`,
  `http://127.0.0.1:${port}/redirect?to=http://127.0.0.1:${port}/`,
  `file://127.0.0.1:${port}/etc/passwd`,
  `gopher://127.0.0.1:${port}/_GET%20/`,
  `ftp://127.0.0.1:${port}/`,
  `tcp://127.0.0.1:${port}`,
  `concat:http://127.0.0.1:${port}/|http://127.0.0.1:${port}/`,
  `data:text/html,<img src=http://127.0.0.1:${port}/>`,
  `javascript:fetch("http://127.0.0.1:${port}/")`,
  `<img src="http://127.0.0.1:${port}/">`,
];

let t: TestApp;
let canary: Canary;
beforeAll(async () => {
  [t, canary] = [await createTestApp(), await startCanary()];
});
beforeEach(() => {
  canary.connections = 0;
});
afterAll(async () => {
  await t.close();
  await canary.close();
});

/** Runs all jobs, and waits for connections that are still being opened. */
async function connectionsAfterJobs(): Promise<number> {
  await t.runJobs();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return canary.connections;
}

/** Creates a user with one resource of each kind. Returns its ids by parameter name. */
async function world(): Promise<{ user: TestUser; known: Record<string, string[]> }> {
  const user = await t.user();
  const item = await t.image<{ id: string; refName: string }>(user);
  const params = { workspaceId: "personal" };
  const folder = await t.call(createFolder, { params, body: { name: "Mine", kind: "image" } }, user);
  const comment = await t.call(createComment, { params: { itemId: item.id }, body: { text: "Mine" } }, user);
  const share = await t.call(getShare, { params: { ...params, itemId: item.id } }, user);
  const known = {
    workspaceId: ["personal"],
    itemId: [item.id],
    folderId: [folder.data().id],
    commentId: [comment.data().id],
    slug: [share.data().slug],
    refName: [item.refName],
    type: ["image"],
    language: ["en"],
    kind: ["image"],
  };
  return { user, known };
}

test("S17: the canary counts connections", async () => {
  const socket = connect(canary.port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.destroy();
  await expect.poll(() => canary.connections).toBe(1);
});

/** Uploads a video and returns its owner and id. */
async function recorded(): Promise<{ user: TestUser; itemId: string }> {
  const user = await t.user();
  const bytes = await video({ seconds: 0.5, width: 64, height: 48, audio: null });
  const form = multipart({}, { fileName: "clip.mp4", type: "video/mp4", bytes });
  const request = { method: "POST", url: "/api/v1/workspace/personal/files/video", payload: form.payload } as const;
  const answer = await t.app.inject({ ...request, headers: { ...user.headers, ...form.headers } });
  return { user, itemId: expectData<{ id: string }>(answer, 201).id };
}

const ofVideos = (id: string): boolean => /^(?:playback|chapters|edits|pointer)\./u.test(id);
/** Each upload of a video starts a process, so the next test covers its fields. */
const WALKED = ROUTES.filter(({ id }) => id !== "items.uploadVideo").toSorted((one, other) => orderOf(one) - orderOf(other));

test("S17: the server fetches no URL of any text field of any route", { timeout: 180_000 }, async () => {
  const accepted = new Set<string>();
  const film = await recorded();
  for (const url of hostileUrls(canary.port)) {
    const { user, known } = await world();
    for (const route of WALKED) {
      const [caller, ids] = ofVideos(route.id) ? [film.user, { ...known, itemId: [film.itemId] }] : [user, known];
      for (const field of textFieldsOfRoute(route)) {
        const request = sampleRequest(route, ids, { replace: { field, value: url } });
        const headers = { ...caller.headers, ...linking(url), ...request.headers };
        const answer = await t.app.inject({ ...request, method: route.method, headers });
        if (answer.statusCode < 300) accepted.add(`${route.id} ${field}`);
      }
    }
    const slug = known["slug"]?.[0] ?? "";
    for (const page of [`/s/${slug}`, `/embed/${slug}`, `/api/oembed?url=${encodeURIComponent(url)}`]) await t.app.inject(page);
    expect(await connectionsAfterJobs(), url).toBe(0);
  }
  // Without accepted values this test would prove nothing.
  expect([...accepted]).toEqual(
    expect.arrayContaining([
      "auth.updateUserData body.displayName",
      "items.update body.title",
      "items.update body.description",
      "items.update body.originalImage",
      "items.uploadImage form.pageUrl",
      "items.uploadImage form.title",
      "comments.create body.text",
      "folders.create body.name",
      "playback.putCaptions body.label",
      "emails.sendItem body.message",
      "emails.sendItem body.templateUrl",
      "workspaces.create query.name",
    ]),
  );
});

/** Files that reference other files, as programs for images, videos and playlists may follow them. */
const referencing = async (url: string): Promise<[name: string, bytes: Buffer][]> => [
  ["a.svg", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/><style>@import "${url}";</style></svg>`)],
  ["a.svg", Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${url}">]><svg>&x;</svg>`)],
  ["a.m3u8", Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MAP:URI="${url}"\n#EXTINF:10,\n${url}\n#EXT-X-ENDLIST\n`)],
  ["a.mpd", Buffer.from(`<?xml version="1.0"?><MPD><BaseURL>${url}</BaseURL></MPD>`)],
  ["a.txt", Buffer.from(`ffconcat version 1.0\nfile '${url}'\n`)],
  ["a.sdp", Buffer.from("v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 96\r\n")],
  ["a.asx", Buffer.from(`<asx version="3.0"><entry><ref href="${url}"/></entry></asx>`)],
  ["a.html", Buffer.from(`<!doctype html><img src="${url}"><iframe src="${url}"></iframe>`)],
  ["a.mvg", Buffer.from(`push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 '${url}'\npop graphic-context`)],
  ["a.mp4", referringMp4(await video({ seconds: 0.5, width: 64, height: 48, audio: null }), url)],
];

/** Makes the track of an MP4 with its index at the end refer to its media by a URL. */
function referringMp4(bytes: Buffer, url: string): Buffer {
  const entry = bytes.lastIndexOf("url ") - 4;
  const location = Buffer.from(`${url}\0`);
  const made = Buffer.concat([bytes.subarray(0, entry + 12), location, bytes.subarray(entry + 12)]);
  // Without the flag "in the same file".
  made.writeUInt32BE(0, entry + 8);
  const boxes = ["moov", "trak", "mdia", "minf", "dinf", "dref"].map((name) => made.lastIndexOf(name, entry) - 4);
  for (const box of [...boxes, entry]) made.writeUInt32BE(made.readUInt32BE(box) + location.length, box);
  return made;
}

const encodedFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Uploads a file as a form for each kind of item, and by tus. Returns the status codes. */
async function uploadEverywhere(user: TestUser, name: string, bytes: Buffer, fields: Record<string, string>): Promise<number[]> {
  const statuses: number[] = [];
  for (const kind of ["image", "video"]) {
    const form = multipart(fields, { fileName: name, type: `${kind}/${name.slice(2)}`, bytes });
    const headers = { ...user.headers, ...form.headers };
    const url = `/api/v1/workspace/personal/files/${kind}`;
    statuses.push((await t.app.inject({ method: "POST", url, headers, payload: form.payload })).statusCode);
  }
  const metadata = encodedFields({ ...fields, fullFileName: name, type: "video" });
  return [...statuses, await tusUpload(user, metadata, bytes)];
}

async function tusUpload(user: TestUser, metadata: string, bytes: Buffer): Promise<number> {
  const headers = { "tus-resumable": "1.0.0", ...user.headers };
  const created = { ...headers, "upload-length": String(bytes.length), "upload-metadata": metadata };
  const { statusCode, headers: given } = await t.app.inject({ method: "POST", url: "/uploads", headers: created });
  if (statusCode !== 201) return statusCode;
  const sent = { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  return (await t.app.inject({ method: "PATCH", url: String(given["location"]), headers: sent, payload: bytes })).statusCode;
}

test("S17: the server fetches no URL of an uploaded file or its metadata", async () => {
  const user = await t.user();
  const url = `http://127.0.0.1:${canary.port}/a.ts`;
  const files = await referencing(url);
  for (const [name, bytes] of files) {
    const statuses = await uploadEverywhere(user, name, bytes, { title: url.slice(0, 60), pageUrl: url });
    // Programs for videos get the last file, whose own data is complete; the others are refused by their first bytes.
    expect(statuses.slice(0, 2), name).toEqual([415, name === "a.mp4" ? expect.any(Number) : 415]);
  }
  expect(await connectionsAfterJobs()).toBe(0);
}, 120_000);

test("S17: the server fetches no URL of the metadata of an upload or of an imported archive", async () => {
  const user = await t.user();
  const picture = png();
  for (const url of hostileUrls(canary.port)) {
    for (const field of ["fullFileName", "filename", "title", "folderId", "pageUrl", "type", "uploadId", "workspaceId"])
      await tusUpload(user, encodedFields({ fullFileName: "a.png", [field]: url }), picture);
    const at = "2026-01-01T00:00:00.000Z";
    const item = { id: "i", type: "image", title: url, file: "a.png", fileName: url, folderId: "f", pageUrl: url, description: url };
    const more = {
      ...item,
      id: url,
      file: url,
      original: { file: url },
      markers: url,
      captions: [{ language: "en", label: url, file: url }],
    };
    const comments = [{ id: "c", text: url, authorName: url, createdAt: at, reactions: [{ emoji: "👍", by: [url] }] }];
    const document = {
      version: 1,
      folders: [{ id: "f", name: url, parentId: null, kind: "image", color: url }],
      items: [{ ...item, comments, capture: { pageTitle: url, browser: url } }, more],
    };
    const zip = zipSync({ "stillreel.json": Buffer.from(JSON.stringify(document)), "a.png": picture, "b.svg": Buffer.from(`<svg>${url}`) });
    expect(await tusUpload(user, encodedFields({ fullFileName: "a.zip", type: "archive" }), Buffer.from(zip))).toBe(204);
    expect(await connectionsAfterJobs(), url).toBe(0);
  }
  const { items } = (await t.call(listImports, { query: {} }, user)).data();
  expect(items.map(({ status, items: count }) => [status, count])).toEqual(
    hostileUrls(canary.port).map(() => ["ready", expect.any(Number)]),
  );
  expect(items.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThanOrEqual(items.length);
}, 120_000);

/** Returns headers that name a URL. */
function linking(url: string): Record<string, string> {
  const plain = url.replaceAll(/[^ -~]/gu, "1");
  return { referer: plain, forwarded: `host="${plain}"`, "x-forwarded-host": plain };
}
