import {
  addReaction,
  createComment,
  deleteShare,
  endSession,
  getShare,
  likeItem,
  listSessions,
  readNotifications,
  recordView,
  updateItem,
  updateShare,
} from "@stillreel/contract";
import { buildApp } from "@stillreel/server/app.ts";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { buildModules } from "@stillreel/server/composition.ts";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createMemberships } from "../../access/memberships/index.ts";
import { createEvents, type Events } from "../../platform/events/index.ts";
import { createLive } from "./index.ts";
import { listen, type Received } from "./live.fixture.ts";

const INTERVALS = { everyMs: 150, retryMs: 50, blindMs: 10_000 };

let t: TestApp;
/** A second server in the same test process, with a separate pool, modules and application on the same database. */
let other: { app: FastifyInstance; address: string; events: Events; close(): Promise<void> };

async function secondProcess(): Promise<typeof other> {
  const pool = createPool({ ...t.ports.pool.options } as { connectionString: string }, { max: 3, log: t.ports.log });
  const ports = { ...t.ports, pool, db: createDatabase(pool) };
  const modules = buildModules(ports);
  const { shares, rights } = modules;
  const events = createEvents(ports);
  const live = createLive(ports, {
    events,
    memberships: createMemberships(ports),
    openLink: shares.bySlug,
    folders: shares.folders,
    rights,
    intervals: INTERVALS,
  });
  const app = await buildApp(ports, { ...modules, live });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const close = async (): Promise<void> => {
    await app.close();
    await pool.end();
  };
  return { app, address, events, close };
}

beforeAll(async () => {
  t = await createTestApp();
  other = await secondProcess();
});
afterAll(async () => {
  await other.close();
  await t.close();
});

/** Publishes an event in the first process and waits until the stream received it. All earlier events have arrived then. */
async function untilReceived(stream: Received, workspaceId: string): Promise<void> {
  const before = stream.events.length;
  t.modules.events.publish({ type: "folders", workspaceId });
  await vi.waitFor(() => expect(stream.events.slice(before)).toContainEqual(expect.objectContaining({ type: "folders" })), {
    timeout: 5_000,
  });
}

test("a change in one process is sent by another to subscribers in the space, and to no other user", async () => {
  const owner = await t.user();
  const stranger = await t.user();
  const item = await t.image(owner);
  const [mine, theirs] = await Promise.all([listen(other.address, owner.headers), listen(other.address, stranger.headers)]);
  expect(mine.headers).toMatchObject({ "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  expect(mine.headers["cache-control"]).toContain("no-store");
  await vi.waitFor(() => expect([mine.events[0], theirs.events[0]]).toEqual([{ type: "reset" }, { type: "reset" }]));
  const params = { workspaceId: "personal", type: "image", itemId: item.id } as const;
  const { workspaceId } = (await t.call(updateItem, { params, body: { title: "Old" } }, owner)).data();
  // The events of the upload can arrive after the stream is open.
  await untilReceived(mine, workspaceId);
  const before = mine.events.length;

  await t.call(updateItem, { params, body: { title: "New" } }, owner);
  t.modules.events.publish({ type: "items", workspaceId, itemIds: [item.id] });
  await vi.waitFor(
    () => expect(mine.events.slice(before)).toContainEqual({ type: "items", workspaceId, itemIds: [item.id], origin: null }),
    {
      timeout: 5_000,
    },
  );
  const id = t.ports.pool.query<{ id: string }>("select user_id as id from members where workspace_id <> $1 limit 1", [workspaceId]);
  t.modules.events.publish({ type: "transfers", userId: (await id).rows[0]?.id ?? "" });
  await untilReceived(mine, workspaceId);
  expect(mine.events.map(({ type }) => type)).not.toContain("transfers");
  expect(theirs.events.filter(({ type }) => type !== "transfers")).toEqual([{ type: "reset" }]);
  mine.close();
  theirs.close();
});

test("a notification is sent to the pages of its user only, once for many comments, and again when another page marks it", async () => {
  const owner = await t.user();
  const writer = await t.user();
  const item = await t.image(owner);
  const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, owner)).data();
  const [mine, theirs] = await Promise.all([listen(other.address, owner.headers), listen(other.address, writer.headers)]);
  const comment = (text: string) => t.call(createComment, { params: { itemId: item.id }, query: { share: slug }, body: { text } }, writer);
  for (let n = 0; n < 5; n += 1) (await comment(`${n}`)).data();
  const count = ({ events }: Received): number => events.filter(({ type }) => type === "notifications").length;
  await vi.waitFor(() => expect(count(mine)).toBe(1), { timeout: 5_000 });
  (await t.call(readNotifications, { body: { all: true } }, owner)).data();
  await vi.waitFor(() => expect(count(mine)).toBe(2), { timeout: 5_000 });
  await untilReceived(mine, await workspaceOf(owner));
  expect([count(mine), count(theirs)]).toEqual([2, 0]);
  mine.close();
  theirs.close();
});

test("an event names the tab whose request caused it", async () => {
  const owner = await t.user();
  const app = await buildApp(t.ports, {
    ...t.modules,
    probe: {
      routes: (scope) => {
        scope.post("/api/v1/probe", { config: { needs: "public" } }, async (request) => {
          const { workspaceId } = request.body as { workspaceId: string };
          await t.ports.pool.query("select 1");
          t.modules.events.publish({ type: "folders", workspaceId });
          return {};
        });
      },
    },
  });
  const workspaceId = await workspaceOf(owner);
  const stream = await listen(other.address, owner.headers);
  const send = (clientId: string) =>
    app.inject({ method: "POST", url: "/api/v1/probe", headers: { ...owner.headers, "x-client-id": clientId }, payload: { workspaceId } });
  await send("tab-1");
  await send("no good id!");
  const origins = (): unknown[] => stream.events.filter(({ type }) => type === "folders").map(({ origin }) => origin);
  await vi.waitFor(() => expect(origins()).toEqual(["tab-1", null]), { timeout: 5_000 });
  stream.close();
  await app.close();
});

test("S28: a stream needs a session and the same site", async () => {
  const owner = await t.user();
  const anonymous = await t.app.inject({ method: "GET", url: "/api/v1/events" });
  expectError(anonymous, "unauthenticated");
  const foreign = await t.app.inject({
    method: "GET",
    url: "/api/v1/events",
    headers: { ...owner.headers, origin: "https://evil.example" },
  });
  expectError(foreign, "cross-origin");
  const own = await listen(other.address, { ...owner.headers, origin: other.address });
  expect(own.status).toBe(200);
  own.close();
});

test("S28: a stream ends with its session; other streams of the user continue", async () => {
  const owner = await t.user();
  const again = await t.app.inject({
    method: "POST",
    url: "/api/v1/auth/login",
    payload: { email: owner.email, password: owner.password },
  });
  const { idToken: idtoken, refreshToken: refreshtoken } = again.json<{ data: TestUser }>().data;
  const [ending, staying] = await Promise.all([listen(other.address, { idtoken, refreshtoken }), listen(other.address, owner.headers)]);
  const sessions = (await t.call(listSessions, {}, owner)).json<{ data: { items: { id: string; current: boolean }[] } }>().data.items;
  const sessionId = sessions.find((session) => !session.current)?.id ?? "";
  await t.call(endSession, { params: { sessionId } }, owner);
  await vi.waitFor(() => expect(ending.isOver).toBe(true), { timeout: 5_000 });
  await vi.waitFor(() => expect(staying.text).toContain("\n:\n"), { timeout: 5_000 });
  expect(staying.isOver).toBe(false);
  staying.close();
});

test("events of a space that the user left are not sent", async () => {
  const owner = await t.user();
  const workspaceId = await workspaceOf(owner);
  const shared = t.ports.ids.id();
  const { rows } = await t.ports.pool.query<{ id: string }>("select user_id as id from members where workspace_id = $1", [workspaceId]);
  await t.ports.pool.query("insert into workspaces (id, kind, name, created_at) values ($1, 'team', 'Team', now())", [shared]);
  await t.ports.pool.query("insert into members (workspace_id, user_id, role, joined_at) values ($1, $2, 'member', now())", [
    shared,
    rows[0]?.id,
  ]);
  const stream = await listen(other.address, owner.headers);
  await untilReceived(stream, shared);
  await t.ports.pool.query("delete from members where workspace_id = $1", [shared]);
  await vi.waitFor(
    async () => {
      const before = stream.events.length;
      t.modules.events.publish({ type: "comments", workspaceId: shared, itemId: shared });
      await untilReceived(stream, workspaceId);
      expect(stream.events.slice(before).map(({ type }) => type)).not.toContain("comments");
    },
    { timeout: 8_000, interval: 100 },
  );
  stream.close();
});

test("after its connection to the database was lost, every stream is asked to reload and continues", async () => {
  const owner = await t.user();
  const stream = await listen(other.address, owner.headers);
  await vi.waitFor(() => expect(stream.events).toHaveLength(1));
  await t.ports.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'stillreel stillreel_events'",
  );
  await vi.waitFor(() => expect(stream.events).toEqual([{ type: "reset" }, { type: "reset" }]), { timeout: 8_000 });
  await untilReceived(stream, await workspaceOf(owner));
  stream.close();
});

test("a stop ends the streams immediately", async () => {
  const own = await secondProcess();
  const owner = await t.user();
  const streams = await Promise.all([listen(own.address, owner.headers), listen(own.address, owner.headers)]);
  const began = performance.now();
  await own.close();
  expect(performance.now() - began).toBeLessThan(2_000);
  await vi.waitFor(() => expect(streams.every((stream) => stream.isOver)).toBe(true));
});

describe("a visitor with a link", () => {
  const share = async (owner: TestUser): Promise<{ itemId: string; workspaceId: string; slug: string }> => {
    const { id: itemId, workspaceId } = await t.image<{ id: string; workspaceId: string }>(owner);
    return { itemId, workspaceId, slug: (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, owner)).data().slug };
  };

  test("receives events of that item only", async () => {
    const owner = await t.user();
    const [mine, beside] = [await share(owner), await share(owner)];
    const visitor = await listen(other.address, {}, `?share=${mine.slug}`);
    expect(visitor.status).toBe(200);
    // Events of the upload may already follow.
    await vi.waitFor(() => expect(visitor.events[0]).toEqual({ type: "reset" }), { timeout: 5_000 });
    const { itemId, workspaceId } = mine;
    const { publish } = t.modules.events;
    publish({ type: "comments", workspaceId, itemId: beside.itemId });
    publish({ type: "engagement", workspaceId, itemId: beside.itemId });
    publish({ type: "items", workspaceId, itemIds: [beside.itemId] });
    publish({ type: "folders", workspaceId });
    publish({ type: "transfers", userId: owner.id });
    const comment = (await t.call(createComment, { params: { itemId }, body: { text: "Hi" } }, owner, { "x-client-id": "tab-1" })).data();
    await t.call(likeItem, { params: { itemId } }, owner);
    publish({ type: "items", workspaceId, itemIds: [beside.itemId, itemId] });
    const change = { workspaceId: "shared", itemId };
    const expected = [
      { type: "comments", ...change, origin: "tab-1" },
      { type: "engagement", ...change, origin: null },
      { type: "items", workspaceId: "shared", itemIds: [itemId], origin: null },
    ];
    await vi.waitFor(() => expect(visitor.events).toEqual(expect.arrayContaining(expected)), { timeout: 5_000 });
    // Events of the upload may arrive late, other events may not.
    expect(new Set(visitor.events.slice(1).map((event) => event.type))).toEqual(new Set(["comments", "engagement", "items"]));
    const before = visitor.events.length;
    publish({ type: "items", workspaceId, itemIds: null });
    await vi.waitFor(() => expect(visitor.events.length).toBeGreaterThan(before), { timeout: 5_000 });
    expect(visitor.events.at(-1)).toEqual({ type: "items", workspaceId: "shared", itemIds: [itemId], origin: null });
    await t.call(addReaction, { params: { commentId: comment.id, emoji: "👍" } }, owner);
    await vi.waitFor(() => expect(visitor.events.filter(({ type }) => type === "engagement")).toHaveLength(2), { timeout: 5_000 });
    await t.call(recordView, { params: { itemId }, query: { share: mine.slug }, body: { session: "a session", seconds: 5 } }, null);
    await vi.waitFor(() => expect(visitor.events.filter(({ type }) => type === "engagement")).toHaveLength(3), { timeout: 5_000 });
    expect(visitor.text).not.toContain(beside.itemId);
    expect(visitor.text).not.toContain(workspaceId);
    visitor.close();
  });

  test("receives no more events once the link is revoked, gets a password, or becomes private", async () => {
    const owner = await t.user();
    for (const end of [
      ({ itemId }: { itemId: string }) => t.call(deleteShare, { params: { workspaceId: "personal", itemId } }, owner),
      ({ itemId }: { itemId: string }) =>
        t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { password: "x" } }, owner),
      ({ itemId }: { itemId: string }) =>
        t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { visibility: "private" } }, owner),
    ]) {
      const shared = await share(owner);
      const visitor = await listen(other.address, {}, `?share=${shared.slug}`);
      await vi.waitFor(() => expect(visitor.text).toContain("\n:\n"), { timeout: 5_000 });
      expect(visitor.isOver).toBe(false);
      await end(shared);
      await vi.waitFor(() => expect(visitor.isOver).toBe(true), { timeout: 5_000 });
    }
  });

  test("with a session receives events until it ends", async () => {
    const [owner, person] = [await t.user(), await t.user()];
    const { slug } = await share(owner);
    const visitor = await listen(other.address, person.headers, `?share=${slug}`);
    await vi.waitFor(() => expect(visitor.text).toContain("\n:\n"), { timeout: 5_000 });
    await t.ports.pool.query("delete from sessions s using users u where u.id = s.user_id and u.email = $1", [person.email]);
    await vi.waitFor(() => expect(visitor.isOver).toBe(true), { timeout: 5_000 });
  });

  test("gets no stream for an unavailable link", async () => {
    const owner = await t.user();
    const { itemId, slug } = await share(owner);
    const get = (share: string) => t.app.inject({ method: "GET", url: `/api/v1/events?share=${encodeURIComponent(share)}` });
    for (const unknown of ["x", "x".repeat(22), "\u0000", itemId]) expectError(await get(unknown), "not-found");
    expectError(await get(""), "unauthenticated");
    await t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { password: "x" } }, owner);
    expectError(await get(slug), "password-required");
    await t.call(deleteShare, { params: { workspaceId: "personal", itemId } }, owner);
    expectError(await get(slug), "not-found");
  });
});

async function workspaceOf(user: TestUser): Promise<string> {
  return (await t.image<{ id: string; workspaceId: string }>(user)).workspaceId;
}
