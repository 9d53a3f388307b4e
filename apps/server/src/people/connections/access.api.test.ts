import { randomBytes } from "node:crypto";
import { getUserData, type IntegrationProvider } from "@stillreel/contract";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { keysFromSecret } from "@stillreel/server/platform/ports/keys.port.ts";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, stateOf } from "./connections.fixture.ts";
import { createConnections, type VendorError } from "./index.ts";

const HOUR = 3_600_000;
const EXPIRING = ["drive", "dropbox", "slack", "jira", "trello"] as const satisfies readonly IntegrationProvider[];

let vendors: Vendors;
let t: TestApp;
let user: TestUser;
beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: vendors.environment });
  await t.user();
});
beforeEach(async () => {
  user = await t.user();
});
afterAll(async () => {
  await t.close();
  await vendors.close();
});

/** Nothing here visits a consent page by a second module. */
const unlimited = { take: async (): Promise<void> => undefined };

/** A harmless request to each service. */
const probe = (provider: IntegrationProvider): { method?: "POST"; url: string } => {
  if (provider === "drive") return { url: `${vendors.google.origin}/drive/v3/about?fields=user` };
  if (provider === "dropbox") return { method: "POST", url: `${vendors.dropbox.origin}/2/users/get_current_account` };
  if (provider === "slack") return { method: "POST", url: `${vendors.slack.origin}/api/auth.test` };
  if (provider === "jira") return { url: `${vendors.atlassian.origin}/me` };
  return { url: `${vendors.trello.origin}/1/members/me` };
};
const use = (provider: IntegrationProvider, connections = t.modules.connections) =>
  connections.withToken(user.id, provider, (access) => access.request(probe(provider)));
const failureOf = async (work: Promise<unknown>): Promise<VendorError> => {
  try {
    await work;
  } catch (error) {
    return error as VendorError;
  }
  throw new Error("nothing failed");
};
/** Runs work while the clock of the server is ahead. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  t.clock.advance(ms);
  try {
    return await work();
  } finally {
    t.clock.advance(-ms);
  }
}

describe("a token is refreshed", () => {
  test.each(EXPIRING)("%s: a minute before its end, and not earlier", async (provider) => {
    const grants = vendors.grants[provider];
    await connect(t, user, provider);
    const before = grants.refreshes;
    expect((await use(provider)).status).toBe(200);
    await later(HOUR - 120_000, () => use(provider));
    expect(grants.refreshes).toBe(before);
    expect((await later(HOUR - 30_000, () => use(provider))).status).toBe(200);
    expect(grants.refreshes).toBe(before + 1);
  });

  test.each(EXPIRING)("%s: once after the service refuses it, with a refresh token that works again later", async (provider) => {
    const grants = vendors.grants[provider];
    await connect(t, user, provider);
    const before = grants.refreshes;
    for (const round of [1, 2, 3]) {
      grants.expireAll();
      expect((await use(provider)).status).toBe(200);
      expect(grants.refreshes).toBe(before + round);
    }
    expect(await stateOf(t, user, provider)).toMatchObject({ status: "connected" });
  });

  test.each(["slack", "jira", "trello"] as const)("%s: by one of two processes, which both go on", async (provider) => {
    const grants = vendors.grants[provider];
    await connect(t, user, provider);
    const { host, user: role, database } = t.ports.pool.options;
    const pool = createPool({ host: String(host), user: String(role), database: String(database) }, { max: 4, log: t.ports.log });
    const other = createConnections({ ...t.ports, pool, db: createDatabase(pool) }, { audit: t.modules.audit, limits: unlimited });
    try {
      for (let round = 0; round < 5; round += 1) {
        const before = grants.refreshes;
        grants.expireAll();
        const both = [t.modules.connections, other, t.modules.connections, other];
        const answers = await Promise.all(both.map((connections) => use(provider, connections)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        expect(grants.refreshes).toBe(before + 1);
      }
    } finally {
      await pool.end();
    }
  });

  test("when the answer with the new tokens is lost, once more", async () => {
    await connect(t, user, "jira");
    vendors.grants.jira.expireAll();
    vendors.atlassian.failNext("/oauth/token", { kind: "lose-answer" });
    expect((await use("jira")).status).toBe(200);
    expect(await stateOf(t, user, "jira")).toMatchObject({ status: "connected" });
  });

  test("not when the service is down: the connection stays", async () => {
    await connect(t, user, "drive");
    vendors.grants.drive.expireAll();
    vendors.google.failNext("/token", { kind: "status", status: 500 });
    expect(await failureOf(use("drive"))).toMatchObject({ code: "provider-refused", kind: "unreachable" });
    expect(await stateOf(t, user, "drive")).toMatchObject({ status: "connected" });
    expect((await use("drive")).status).toBe(200);
  });
});

describe("a permission that has ended at the service", () => {
  test.each(EXPIRING)("%s: needs a new consent, which restores it", async (provider) => {
    await connect(t, user, provider);
    vendors.grants[provider].revokeAll();
    expect(await failureOf(use(provider))).toMatchObject({ code: "reconnect-needed", status: 409 });
    expect(await stateOf(t, user, provider)).toMatchObject({ status: "reconnect" });
    const data = (await t.call(getUserData, {}, user)).data();
    expect(provider === "slack" ? data.isSlackIntegrate : data[provider]).toBe(provider === "slack" ? false : null);
    const sent = vendors.google.requests.length;
    expect(await failureOf(use(provider))).toMatchObject({ code: "reconnect-needed" });
    expect(vendors.google.requests.length).toBe(sent);
    await connect(t, user, provider);
    expect((await use(provider)).status).toBe(200);
  });
});

describe("a failure of the service", () => {
  beforeEach(() => connect(t, user, "slack"));

  test("has a separate status and sentence", async () => {
    vendors.slack.failNext("auth.test", {
      kind: "status",
      status: 429,
      headers: { "retry-after": "17" },
      body: { ok: false, error: "ratelimited" },
    });
    const busy = await failureOf(use("slack"));
    expect(busy).toMatchObject({ code: "too-many-requests", status: 429, retryAfterS: 17 });
    expect(busy.message).toBe("Slack asks to wait before the next request. Try again in a moment.");
    vendors.slack.failNext("auth.test", { kind: "status", status: 503 });
    expect(await failureOf(use("slack"))).toMatchObject({ code: "provider-refused", status: 502 });
    vendors.slack.failNext("auth.test", { kind: "drop" });
    expect(await failureOf(use("slack"))).toMatchObject({ code: "provider-refused", kind: "unreachable" });
    const url = `${vendors.slack.origin}/api/chat.postMessage`;
    const body = new URLSearchParams({ channel: "C404", text: "hello" });
    const post = t.modules.connections.withToken(user.id, "slack", (access) => access.request({ method: "POST", url, body }));
    expect(await failureOf(post)).toMatchObject({ code: "not-found", kind: "gone", vendorCode: "channel_not_found" });
  });

  test("of a request that reads is tried again", async () => {
    await connect(t, user, "drive");
    vendors.google.failNext("/about", { kind: "drop" });
    vendors.google.failNext("/about", { kind: "status", status: 500 });
    expect((await use("drive")).status).toBe(200);
  });

  test("never contains a token or the answer in its log", async () => {
    vendors.slack.failNext("auth.test", { kind: "status", status: 500, body: { secret: "do-not-log" } });
    const error = await failureOf(use("slack"));
    expect(JSON.stringify({ ...error, cause: error.cause })).not.toMatch(/do-not-log|access-|refresh-/u);
  });
});

test("without a connection the user is asked to connect", async () => {
  expect(await failureOf(use("slack"))).toMatchObject({ code: "reconnect-needed", message: "Connect your Slack account first." });
  expect(await failureOf(use("drive"))).toMatchObject({ message: "Login with Google to use this Feature" });
});

test("a token is only sent to the service", async () => {
  await connect(t, user, "slack");
  const url = `${vendors.google.origin}/api/auth.test`;
  const before = vendors.google.requests.length;
  await expect(t.modules.connections.withToken(user.id, "slack", (access) => access.request({ url }))).rejects.toThrow(
    /not for an address/u,
  );
  expect(vendors.google.requests.length).toBe(before);
});

describe("tokens in the database", () => {
  const rowOf = async (id: string) => (await t.ports.pool.query("select * from connections where user_id = $1", [id])).rows[0];

  test("cannot be read", async () => {
    await connect(t, user, "jira");
    const grant = vendors.grants.jira.all.at(-1);
    const text = JSON.stringify(await rowOf(user.id));
    expect(text).toContain("v1.");
    expect(text).not.toContain(grant?.accessToken);
    expect(text).not.toContain(grant?.refreshToken);
  });

  test("are useless in the row of another user", async () => {
    await connect(t, user, "jira");
    const victim = user;
    user = await t.user();
    await connect(t, user, "jira");
    const { access_token, refresh_token } = await rowOf(victim.id);
    await t.ports.pool.query("update connections set access_token = $2, refresh_token = $3 where user_id = $1", [
      user.id,
      access_token,
      refresh_token,
    ]);
    expect(await failureOf(use("jira"))).toMatchObject({ code: "reconnect-needed" });
  });

  test("stay usable after a new secret of the installation, and are encrypted again with it", async () => {
    await connect(t, user, "jira");
    const secret = randomBytes(24).toString("hex");
    const before = await rowOf(user.id);
    const renewed = createConnections(
      { ...t.ports, keys: keysFromSecret(secret, [String(t.ports.config.SECRET)]) },
      { audit: t.modules.audit, limits: unlimited },
    );
    expect((await use("jira", renewed)).status).toBe(200);
    const [sweeper] = renewed.sweepers;
    await sweeper?.run(new AbortController().signal, null);
    const after = await rowOf(user.id);
    expect(after.key_name).not.toBe(before.key_name);
    const final = createConnections({ ...t.ports, keys: keysFromSecret(secret) }, { audit: t.modules.audit, limits: unlimited });
    expect((await use("jira", final)).status).toBe(200);
  });
});
