import { randomUUID } from "node:crypto";
import {
  API_BASE,
  createBoard,
  createComment,
  createFolder,
  createRequest,
  createTakeout,
  getImage,
  getUserData,
  listComments,
  listFolders,
  ROUTES,
  type Route,
} from "@stillreel/contract";
import { createTestApp, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

/** Checks for every route of the contract, including future ones. */
let t: TestApp;
let owner: TestUser;
let stranger: TestUser;
/** Ids of the owner's resources by path parameter. */
let owned: Record<string, string>;
let refName: string;

beforeAll(async () => {
  t = await createTestApp();
  await t.user();
  [owner, stranger] = [await t.user(), await t.user()];
  const item = await t.image<{ id: string; workspaceId: string; refName: string }>(owner);
  ({ refName } = item);
  const folder = await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Mine" } }, owner);
  const comment = await t.call(createComment, { params: { itemId: item.id }, body: { text: "Mine" } }, owner);
  const board = await t.call(createBoard, { body: { title: "Mine" } }, owner);
  const takeout = await t.call(createTakeout, {}, owner);
  owned = {
    workspaceId: item.workspaceId,
    itemId: item.id,
    folderId: folder.data().id,
    boardId: board.data().id,
    n: "1",
    commentId: comment.data().id,
    takeoutId: takeout.data().id,
    requestId: (await t.call(createRequest, { body: { title: "Mine" } }, owner)).data().id,
    importId: randomUUID(),
    saveId: randomUUID(),
    // In invite paths, the workspace's or the invite's id.
    id: item.workspaceId,
    userId: (await t.call(getUserData, {}, owner)).data().id,
    teamId: randomUUID(),
    pendingId: randomUUID(),
    sessionId: randomUUID(),
    slug: "unknown",
    type: "image",
    language: "en",
    emoji: "👍",
  };
});
afterAll(() => t.close());

interface Sent {
  headers?: Record<string, string>;
  query?: Record<string, unknown>;
  payload?: object | string;
}

const isUnsafe = (route: Route): boolean => route.method !== "GET";
const needsUser = (route: Route): boolean => route.auth === "user" || route.auth === "admin";
const fill = (route: Route, params: Record<string, string>): string =>
  API_BASE + route.path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(params[name] ?? "unknown"));
const send = (route: Route, params: Record<string, string>, { query, ...rest }: Sent = {}) =>
  t.app.inject({
    method: route.method,
    url: fill(route, params) + (query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : ""),
    ...rest,
  });
const names = (schema: Route["body"]): string[] =>
  schema ? Object.keys((z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties as object | undefined) ?? {}) : [];

test("a request without a session gets 401 where sign-in is required", async () => {
  for (const route of ROUTES.filter(needsUser))
    for (const params of [owned, { type: "image" }]) expectError(await send(route, params), "unauthenticated");
  expectError(await t.app.inject(`${API_BASE}/events`), "unauthenticated");
});

test("administrator routes are a 403 for other users", async () => {
  for (const route of ROUTES.filter(({ auth }) => auth === "admin"))
    expectError(await send(route, owned, { headers: stranger.headers }), "forbidden");
});

test("S18: no other site can act with a user's cookies", async () => {
  const cookie = `idToken=${owner.idToken}; refreshToken=${owner.refreshToken}`;
  for (const route of ROUTES.filter((one) => isUnsafe(one) && one.auth !== "public"))
    expectError(await send(route, owned, { headers: { cookie, origin: "https://evil.example" } }), "cross-origin");
});

/** Bodies and queries with an effect for a permitted caller. A route with a body needs a row here. */
function meant(): Record<string, Sent> {
  const items = { itemIds: [owned["itemId"]] };
  const form = multipart({}, { fileName: "shot.png", type: "image/png", bytes: png() });
  const upload = { headers: form.headers, payload: form.payload as unknown as string };
  const other = multipart({ refName, keepOriginal: "true" }, { name: "blob", fileName: "shot.png", type: "image/png", bytes: png(9, 9) });
  return {
    "folders.create": { payload: { name: "Theirs" } },
    "folders.delete": { query: { withItems: "true" } },
    "folders.favorite": { payload: {} },
    "folders.moveItems": { payload: items },
    "folders.update": { payload: { folder: { name: "Theirs" } } },
    "items.addFromPersonal": { query: { itemId: owned["itemId"] } },
    "items.copy": { payload: {} },
    "items.deleteMany": { payload: items },
    "items.favorite": { payload: {} },
    "items.favoriteMany": { payload: items },
    "items.move": { payload: {} },
    "items.moveMany": { payload: { ...items, folderId: null } },
    "items.purgeImage": { query: { imageId: owned["itemId"] } },
    "items.purgeVideo": { query: { videoId: owned["itemId"] } },
    "items.replaceImage": { headers: other.headers, payload: other.payload as unknown as string },
    "items.restoreMany": { payload: items },
    "items.saveOriginal": { payload: { fullFileName: refName } },
    "items.trashMany": { payload: items },
    "items.update": {
      payload: { title: "Theirs", description: "Theirs", trash: true, originalImage: "keep", markers: { version: 1, shapes: [] } },
    },
    "items.uploadImage": upload,
    "items.uploadVideo": upload,
    "comments.create": { payload: { text: "Theirs" } },
    "comments.update": { payload: { text: "Theirs" } },
    "engagement.view": { payload: { session: "12345678", seconds: 5 } },
    "playback.putCaptions": { payload: { vtt: "WEBVTT\n\n00:01.000 --> 00:02.000\nTheirs\n" } },
    "transcripts.put": { payload: { version: 0, segments: [] } },
    "transcripts.transcribe": { payload: {} },
    "transcripts.suggest": { payload: {} },
    "edits.put": { payload: { version: 0, document: { format: 1, clips: [{ start: 0, end: 1 }] } } },
    "edits.render": { payload: { as: "copy" } },
    "edits.addAsset": upload,
    "edits.copyAsset": { payload: { sourceItemId: owned["itemId"] } },
    "pointer.put": { payload: { moves: [[0, 0.5, 0.5]], clicks: [] } },
    "boards.addImage": upload,
    "boards.create": { payload: { title: "Theirs", folderId: owned["folderId"] } },
    "boards.update": { payload: { title: "Theirs" } },
    "boards.export": { query: { format: "excalidraw" } },
    "boards.saveVersion": { payload: { name: "Theirs" } },
    "chapters.update": { payload: { enabled: false, chapters: [] } },
    "rights.set.files": { payload: { id: owned["workspaceId"], permissionType: "everyone", read: true, write: true } },
    "rights.set.folders": { payload: { id: owned["workspaceId"], permissionType: "everyone", read: true, write: true } },
    "shares.unlock": { payload: { password: "x" } },
    "accessRequests.create": { payload: { type: "item", id: owned["itemId"] } },
    "accessRequests.removeGuest": { query: { type: "item", id: owned["itemId"] } },
    "accessRequests.answer": { payload: { answer: "view" } },
    "reports.create": { payload: { reason: "abusive" } },
    "shares.update": { payload: { visibility: "link" } },
    "requests.unlock": { payload: { password: "x" } },
    "requests.update": { payload: { title: "Theirs" } },
    "requests.uploadPicture": upload,
    "downloads.createZip": { payload: items },
    "exports.create": { payload: { format: "mp4" } },
    "integrations.save": { payload: items },
    "integrations.createFolder": { payload: { name: "Theirs" } },
    "workspaces.rename": { payload: { newName: "Theirs" } },
    "workspaces.profile": { payload: { organizationName: "Theirs", avatar: null, thumbnail: null } },
    "workspaces.avatar": upload,
    "workspaces.thumbnail": upload,
    "members.update": { payload: { role: "viewer" } },
    "teams.create": { payload: { name: "Theirs" } },
    "teams.update": { payload: { name: "Theirs" } },
    "teams.icon": upload,
    "teams.members": { payload: { members: [] } },
  };
}

describe("items of another user", () => {
  const withIds = ROUTES.filter(({ path, auth }) => path.includes("{") && auth !== "public" && auth !== "admin");

  test("are a 404 for a stranger on every route, and do not change", async () => {
    const sent = meant();
    for (const route of withIds) {
      const { headers, ...rest } = sent[route.id] ?? {};
      const answer = await send(route, owned, { ...rest, headers: { ...headers, ...stranger.headers } });
      expect([answer.statusCode, answer.json().code], `${route.id}: ${answer.body}`).toEqual([404, "not-found"]);
    }
    const item = await t.call(getImage, { params: { workspaceId: "personal", itemId: owned["itemId"] as string } }, owner);
    expect(item.data()).toMatchObject({ trash: false, favorite: false, comments: 1, parentId: null, shareUrl: null });
    expect(item.data()).toMatchObject({ likes: 0, likedByMe: false, views: 0, uniqueViews: 0, description: "" });
    expect(item.data()).toMatchObject({ pictureVersion: 1, annotated: false, originalImage: null, markers: null });
    const folders = await t.call(listFolders, { params: { workspaceId: "personal" }, query: {} }, owner);
    expect(folders.data().items).toMatchObject([{ name: "Mine", favorite: false, items: 0 }]);
    const comments = await t.call(listComments, { params: { itemId: owned["itemId"] as string }, query: {} }, owner);
    expect(comments.data().items).toMatchObject([{ text: "Mine", edited: false, reactions: [], mentions: [] }]);
  });

  test("are the same error as unknown ids", async () => {
    const sent = meant();
    for (const unknown of [randomUUID(), "x", "x".repeat(64), "'; drop table items; --", "%00", "é".repeat(20)]) {
      const params = { ...Object.fromEntries(Object.keys(owned).map((name) => [name, unknown])), type: "image" };
      for (const route of withIds) {
        const { headers, ...rest } = sent[route.id] ?? {};
        const answer = await send(route, params, { ...rest, headers: { ...headers, ...stranger.headers } });
        expect([answer.statusCode, answer.json().code], `${route.id} ${unknown}: ${answer.body}`).toEqual([404, "not-found"]);
      }
    }
  });
});

describe("S20: unexpected input", () => {
  const JUNK: unknown[] = [null, true, -1, 1e300, "", "\ud800", "x".repeat(70_000), [], [null], ["x"], {}, { x: 1 }, "\u0000", "%", "'"];

  test("in a body field never causes a 500", { timeout: 120_000 }, async () => {
    for (const route of ROUTES.filter(({ body }) => body)) {
      // Invalid requests may end the session or account: each route uses a new user.
      const user = await t.user();
      const item = await t.image(user);
      const params = { ...owned, workspaceId: "personal", itemId: item.id, folderId: "root" };
      const good = (meant()[route.id]?.payload ?? {}) as object;
      const bodies = [
        ...JUNK.filter((junk) => typeof junk === "object"),
        ...names(route.body).flatMap((name) => JUNK.map((junk) => ({ ...good, [name]: junk }))),
      ];
      for (const body of bodies) {
        const answer = await send(route, params, {
          headers: { ...user.headers, "content-type": "application/json" },
          payload: JSON.stringify(body),
        });
        expect(answer.statusCode, `${route.id} ${JSON.stringify(body).slice(0, 200)}: ${answer.body.slice(0, 300)}`).not.toBe(500);
      }
    }
  });

  test("in a query parameter never causes a 500", { timeout: 120_000 }, async () => {
    const user = await t.user();
    const item = await t.image(user);
    const params = { ...owned, workspaceId: "personal", itemId: item.id, folderId: "root" };
    for (const route of ROUTES.filter(({ query, method }) => query && method === "GET")) {
      for (const name of names(route.query)) {
        for (const junk of JUNK.map(String)) {
          const answer = await send(route, params, { headers: user.headers, query: { [name]: junk } });
          expect(answer.statusCode, `${route.id} ${name}=${junk.slice(0, 50)}: ${answer.body.slice(0, 300)}`).not.toBe(500);
        }
      }
    }
  });

  test("that cannot be parsed is a 4xx with its own code", async () => {
    const user = await t.user();
    for (const route of ROUTES.filter(({ body, auth }) => body && auth === "user")) {
      const broken = await send(route, owned, { headers: { ...user.headers, "content-type": "application/json" }, payload: '{"a":' });
      expectError(broken, "bad-request");
      const form = await send(route, owned, { headers: { ...user.headers, "content-type": "text/plain" }, payload: "a=1" });
      expectError(form, "unsupported-media-type");
    }
  });
});
