import {
  createComment,
  createWebhook,
  trashItems,
  deleteWebhook,
  getShare,
  getWebhookSecret,
  listOutbox,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  updateManagedUser,
  updateWebhook,
  WebhookEvent,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isSigned, type Receiver, startReceiver } from "./webhooks.fixture.ts";

const HOUR = 3_600_000;
const EVENTS = WebhookEvent.options;

let t: TestApp;
let admin: TestUser;
let user: TestUser;
let receiver: Receiver;
beforeAll(async () => {
  t = await createTestApp({ config: { PRIVATE_WEBHOOKS: "true" } });
  admin = await t.user();
});
beforeEach(async () => {
  [user, receiver] = [await t.user(), await startReceiver()];
});
afterEach(() => receiver.close());
afterAll(() => t.close());

const drain = (): Promise<void> => t.modules.webhooks.dispatcher.drain();
const create = async (given: { url?: string; events?: WebhookEvent[]; workspaceId?: string } = {}, owner = user) =>
  expectData<{ id: string; secret: string }>(
    await t.call(createWebhook, { body: { url: receiver.url, events: EVENTS, ...given } }, owner),
    201,
  );
const log = async (webhookId: string, owner = user) =>
  (await t.call(listWebhookDeliveries, { params: { webhookId }, query: {} }, owner)).data().items;
const stateOf = async (owner = user) => (await t.call(listWebhooks, {}, owner)).data().items[0];
const types = () => receiver.received.map(({ json }) => json.type);

describe("a webhook", () => {
  test("receives what happens to items, signed as Standard Webhooks specifies", async () => {
    const { secret } = await create();
    const item = await t.image(user, { title: "Invoice" });
    await drain();
    await t.runJobs();
    const comment = await t.call(createComment, { params: { itemId: item.id }, body: { text: "Looks good" } }, user);
    const share = await t.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, user);
    expectData(await t.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [item.id] } }, user));
    await drain();
    expect(types().toSorted()).toEqual(["item.commented", "item.created", "item.deleted", "item.ready", "item.shared"]);
    const of = (type: string) => receiver.received.find(({ json }) => json.type === type);
    expect(of("item.created")?.json.data.item).toMatchObject({
      id: item.id,
      title: "Invoice",
      url: expect.stringContaining(`/images/${item.id}`),
    });
    expect(of("item.commented")?.json.data).toMatchObject({ comment: { id: comment.data().id, text: "Looks good" } });
    expect(of("item.shared")?.json.data).toMatchObject({ share: { url: expect.stringContaining(share.data().slug) } });
    for (const request of receiver.received) {
      expect(await isSigned(secret, request, t.clock.now().getTime())).toBe(true);
      expect(await isSigned(secret, { ...request, body: `${request.body} ` }, t.clock.now().getTime())).toBe(false);
    }
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(5);
  });

  test("receives only its events, of its workspace, while it is on", async () => {
    const { id } = await create({ events: ["item.deleted"] });
    const item = await t.image(user);
    await drain();
    expect(types()).toEqual([]);
    expectData(await t.call(updateWebhook, { params: { webhookId: id }, body: { events: ["item.created"] } }, user));
    const team = await createTeam(t, [[user, "owner"]]);
    await team.image(user);
    await drain();
    expect(types()).toEqual([]);
    expect(
      await t.call(updateWebhook, { params: { webhookId: id }, body: { enabled: false } }, user).then((one) => one.data()),
    ).toMatchObject({
      enabled: false,
      disabledReason: "owner",
    });
    await t.image(user);
    await drain();
    expectError(await t.call(testWebhook, { params: { webhookId: id } }, user), "webhook-off");
    expectData(await t.call(updateWebhook, { params: { webhookId: id }, body: { enabled: true } }, user));
    const later = await t.image(user);
    await drain();
    expect(receiver.received.map(({ json }) => json.data.item?.id)).toEqual([later.id]);
    expect(item.id).not.toBe(later.id);
  });

  test("has a secret that only its owner reads, encrypted in the database", async () => {
    const { id, secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
    const listed = await t.call(listWebhooks, {}, user);
    expect(listed.body).not.toContain(secret);
    expect((await t.call(getWebhookSecret, { params: { webhookId: id } }, user)).data().secret).toBe(secret);
    const { rows } = await t.ports.pool.query("select webhooks::text as text from webhooks where id = $1", [id]);
    expect(rows[0].text).not.toContain(secret.slice(6, 30));
    const other = await t.user();
    expectError(await t.call(getWebhookSecret, { params: { webhookId: id } }, other), "not-found");
    expectError(await t.call(listWebhookDeliveries, { params: { webhookId: id }, query: {} }, other), "not-found");
    expectError(await t.call(updateWebhook, { params: { webhookId: id }, body: { enabled: false } }, other), "not-found");
    expectError(await t.call(testWebhook, { params: { webhookId: id } }, other), "not-found");
    expectError(await t.call(deleteWebhook, { params: { webhookId: id } }, other), "not-found");
    expectData(await t.call(deleteWebhook, { params: { webhookId: id } }, user));
    expect((await t.call(listWebhooks, {}, user)).data().items).toEqual([]);
  });

  test("is refused for an unknown workspace, without events, and for other addresses than http", async () => {
    const team = await createTeam(t, [[admin, "owner"]]);
    const send = (body: object) => t.call(createWebhook, { body: { url: receiver.url, events: EVENTS, ...body } } as never, user);
    expectError(await send({ workspaceId: team.id }), "not-found");
    expectError(await send({ events: [] }), "validation-failed");
    expectError(await send({ events: ["item.stolen"] }), "validation-failed");
    for (const url of ["ftp://example.test/", "not an address", "http://user:secret@example.test/", "javascript:alert(1)"])
      expectError(await send({ url }), "validation-failed");
  });
});

describe("permissions are those of the time of the delivery", () => {
  test("an item that the owner of the webhook may not read is not sent", async () => {
    const owner = await t.user();
    const team = await createTeam(t, [
      [owner, "owner"],
      [user, "member"],
    ]);
    const { id } = await create({ workspaceId: team.id });
    await team.image(owner);
    await t.ports.pool.query("delete from members where user_id = $1 and workspace_id = $2", [user.id, team.id]);
    await drain();
    expect(types()).toEqual([]);
    const states = (await log(id)).map(({ state, requestBody }) => [state, requestBody]);
    expect(states.length).toBeGreaterThan(0);
    for (const state of states) expect(state).toEqual(["skipped", null]);
  });

  test("the webhook of a suspended account sends nothing", async () => {
    await create();
    await t.image(user);
    expectData(await t.call(updateManagedUser, { params: { userId: user.id }, body: { suspended: true } }, admin));
    await drain();
    expect(types()).toEqual([]);
  });
});

describe("a receiver that fails", () => {
  const attemptsOf = async (id: string) =>
    (await log(id)).map(({ state, attempts, failure, responseStatus }) => [state, attempts, failure, responseStatus]);
  const one: WebhookEvent[] = ["item.created"];

  test("gets the same message again, later and later, and then no more", async () => {
    receiver.answer = { status: 500, body: "broken\u0000" };
    const { id, secret } = await create({ events: one });
    await t.image(user);
    await drain();
    expect(await attemptsOf(id)).toEqual([["pending", 1, "status", 500]]);
    await drain();
    expect(receiver.received).toHaveLength(1);
    let advanced = 0;
    for (const wait of [6_000, 6 * 60_000, 33 * 60_000, 2.2 * HOUR, 5.5 * HOUR, 11 * HOUR, 11 * HOUR]) {
      t.clock.advance(wait);
      advanced += wait;
      await drain();
    }
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const last = receiver.received.at(-1);
    expect(last && (await isSigned(secret, last, t.clock.now().getTime()))).toBe(true);
    t.clock.advance(-advanced);
    expect(await attemptsOf(id)).toEqual([["failed", 8, "status", 500]]);
    expect((await log(id))[0]?.responseBody).toBe("broken");
    // It failed for more than a day, so it is off, and its owner knows.
    expect(await stateOf()).toMatchObject({ enabled: false, disabledReason: "failing" });
    const mails = (await t.call(listOutbox, { query: {} }, admin)).data().items;
    expect(mails.some(({ to, subject }) => to === user.email && subject === "A webhook was switched off")).toBe(true);
  });

  test("is switched off when it answers 410", async () => {
    receiver.answer = { status: 410 };
    const { id } = await create();
    await t.image(user);
    await drain();
    expect(await stateOf()).toMatchObject({ enabled: false, disabledReason: "gone" });
    expect((await log(id)).every(({ state }) => state === "failed")).toBe(true);
  });

  test("is not followed to another address", async () => {
    const other = await startReceiver();
    receiver.answer = { status: 307, headers: { location: other.url } };
    const { id } = await create({ events: one });
    await t.image(user);
    await drain();
    expect(other.received).toEqual([]);
    expect(await attemptsOf(id)).toEqual([["pending", 1, "redirect", 307]]);
    await other.close();
  });

  test("gets a delivery again when its owner sends it, and a test only once", async () => {
    receiver.answer = { status: 503 };
    const { id } = await create({ events: one });
    const made = await t.call(testWebhook, { params: { webhookId: id } }, user);
    expect(expectData(made, 201)).toMatchObject({ event: "webhook.test", state: "pending", attempts: 0 });
    await drain();
    expect(await attemptsOf(id)).toEqual([["failed", 1, "status", 503]]);
    receiver.answer = { status: 200, body: "ok" };
    const deliveryId = (await log(id))[0]?.id ?? "";
    expectData(await t.call(resendWebhookDelivery, { params: { webhookId: id, deliveryId } }, user), 201);
    await drain();
    expect(await attemptsOf(id)).toEqual([
      ["delivered", 1, null, 200],
      ["failed", 1, "status", 503],
    ]);
    const [again, first] = await log(id);
    expect(again?.messageId).toBe(first?.messageId);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
    expectError(await t.call(resendWebhookDelivery, { params: { webhookId: id, deliveryId: user.id } }, user), "not-found");
  });
});

test("a thousand deliveries to a receiver that does not answer delay others by less than a second", async () => {
  await using app = await createTestApp({ config: { PRIVATE_WEBHOOKS: "true" } });
  const [unlucky, healthy] = [await app.user(), await app.user()];
  const alive = await startReceiver();
  receiver.answer = null;
  const add = async (url: string, owner: TestUser) =>
    expectData<{ id: string }>(await app.call(createWebhook, { body: { url, events: ["item.created"] } }, owner), 201).id;
  const dead = await add(receiver.url, unlucky);
  await add(alive.url, healthy);
  await app.ports.pool.query(
    "insert into webhook_deliveries (id, webhook_id, message_id, event) select gen_random_uuid(), $1, gen_random_uuid(), 'webhook.test' from generate_series(1, 1000)",
    [dead],
  );
  app.modules.webhooks.dispatcher.start();
  try {
    await vi.waitUntil(() => receiver.received.length === 4);
    for (let round = 0; round < 5; round += 1) await app.image(healthy);
    const uploaded = Date.now();
    await vi.waitUntil(() => alive.received.length === 5, { timeout: 5_000 });
    expect((alive.received.at(-1)?.at ?? 0) - uploaded).toBeLessThan(1_000);
    expect(receiver.received).toHaveLength(4);
  } finally {
    await app.modules.webhooks.dispatcher.stop();
    await alive.close();
  }
});

describe("S17: addresses that are not public", () => {
  test("are refused with a sentence, when a webhook is created, changed and used", async () => {
    await using closed = await createTestApp();
    const owner = await closed.user();
    const send = (url: string) => closed.call(createWebhook, { body: { url, events: EVENTS } }, owner);
    const { port } = new URL(receiver.url);
    for (const url of [
      receiver.url,
      `http://localhost:${port}/`,
      "http://169.254.169.254/latest/",
      "http://[::1]/",
      "http://10.0.0.8/",
      "http://0x7f.1/",
    ]) {
      const refused = await send(url);
      expectError(refused, "address-not-public");
      expect(refused.statusCode).toBe(422);
      expect(refused.json().message).toContain("isn't on the public internet");
    }
    // A name that is public when the webhook is created.
    const { id } = expectData<{ id: string }>(await send("https://receiver.example.test/hook"), 201);
    expectError(await closed.call(updateWebhook, { params: { webhookId: id }, body: { url: receiver.url } }, owner), "address-not-public");
    await closed.ports.pool.query("update webhooks set url = $2 where id = $1", [id, receiver.url]);
    await closed.image(owner);
    await closed.modules.webhooks.dispatcher.drain();
    expect(receiver.received).toEqual([]);
    const { items } = (await closed.call(listWebhookDeliveries, { params: { webhookId: id }, query: {} }, owner)).data();
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item).toMatchObject({ state: "pending", failure: "private-address", responseStatus: null });
  });
});

test("the log is paged, and shows 30 days; older entries are deleted with their month", async () => {
  const { id } = await create();
  await t.ports.pool.query(
    "insert into webhook_deliveries (id, webhook_id, message_id, event, state, created_at) select gen_random_uuid(), $1, gen_random_uuid(), 'webhook.test', 'delivered', now() - make_interval(days => n) from generate_series(1, 80) n",
    [id],
  );
  const page = (cursor?: string) => t.call(listWebhookDeliveries, { params: { webhookId: id }, query: { limit: 25, cursor } }, user);
  const first = (await page()).data();
  const second = (await page(first.nextCursor ?? "")).data();
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 4, null]);
  expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(29);
  const sweeper = t.modules.webhooks.sweepers.find(({ name }) => name === "delete-webhook-log");
  await sweeper?.run(new AbortController().signal, null);
  const { rows } = await t.ports.pool.query(
    `select count(*)::int as count, min(created_at) >= date_trunc('month', $2::timestamptz - interval '30 days', 'UTC') as "isOfMonths"
     from webhook_deliveries where webhook_id = $1`,
    [id, t.clock.now()],
  );
  expect(rows[0].isOfMonths).toBe(true);
  expect(rows[0].count).toBeGreaterThanOrEqual(29);
  expect(rows[0].count).toBeLessThanOrEqual(61);
});
