import {
  completeDriveOauth,
  connectIntegration,
  disconnectIntegration,
  getDriveUser,
  getUserData,
  type IntegrationProvider,
  listIntegrations,
  logout,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { comeBack, connect, stateOf, visit } from "./connections.fixture.ts";

const PROVIDERS = ["drive", "dropbox", "slack", "jira", "trello"] as const satisfies readonly IntegrationProvider[];
const NAMES: Record<IntegrationProvider, string> = {
  drive: "Ann Example",
  dropbox: "Ann Example",
  slack: "Softball Team",
  jira: "Ann Example",
  trello: "Ann Example",
};

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

/** Path and query of a visit of the drive for `GET /drive/complete-oauth`. */
const queryOf = (address: string): Record<string, string> => Object.fromEntries(new URL(address, "http://here.invalid").searchParams);

describe("a service is connected", () => {
  test.each(PROVIDERS)("%s: by its consent page, with the name of the account", async (provider) => {
    expect(await stateOf(t, user, provider)).toEqual({
      provider,
      configured: true,
      status: "disconnected",
      accountName: null,
      connectedAt: null,
    });
    expect(await connect(t, user, provider)).toBe(`/integrations?connected=${provider}`);
    const state = await stateOf(t, user, provider);
    expect(state).toMatchObject({ status: "connected", accountName: NAMES[provider] });
    const data = (await t.call(getUserData, {}, user)).data();
    const { isSlackIntegrate, drive, dropbox, jira, trello } = data;
    const facts = {
      drive: drive !== null,
      dropbox: dropbox !== null,
      jira: jira !== null,
      trello: trello !== null,
      slack: isSlackIntegrate,
    };
    expect(facts).toEqual(Object.fromEntries(PROVIDERS.map((one) => [one, one === provider])));
    if (provider !== "slack") expect(data[provider]).toEqual({ accountName: NAMES[provider], connectedAt: state.connectedAt });
  });

  test("all five are listed in one order, also for a user without connections", async () => {
    expect((await t.call(listIntegrations, {}, user)).data().map(({ provider }) => provider)).toEqual(PROVIDERS);
  });

  test("another consent replaces the connection", async () => {
    await connect(t, user, "slack");
    await connect(t, user, "slack");
    const { rows } = await t.ports.pool.query("select version from connections where user_id = $1", [user.id]);
    expect(rows).toEqual([{ version: 2 }]);
  });

  test("the visit returns to the page where it began, and only to pages of this server", async () => {
    expect(await comeBack(t, user, await visit(t, user, "trello", "/w/personal?view=all#x"))).toBe(
      "/w/personal?view=all&connected=trello#x",
    );
    expect(await comeBack(t, user, await visit(t, user, "trello", "//evil.example/"))).toBe("/?connected=trello");
  });

  test("the drive also by a call with JSON, which names the storage account", async () => {
    expectError(await t.call(getDriveUser, {}, user), "reconnect-needed");
    const account = { accountName: "Ann Example", email: "ann@gmail.example" };
    const query = queryOf(await visit(t, user, "drive"));
    expect((await t.call(completeDriveOauth, { query }, user)).data()).toEqual(account);
    expect((await t.call(getDriveUser, {}, user)).data()).toEqual(account);
    expectError(await t.call(completeDriveOauth, { query }, user), "connection-expired");
  });

  test("the consent page gets a challenge where the service verifies one, and the registered redirect address", async () => {
    for (const provider of PROVIDERS) {
      const { authorizeUrl } = (await t.call(connectIntegration, { params: { provider }, body: {} }, user)).data();
      const query = new URL(authorizeUrl).searchParams;
      const hasChallenge = provider === "drive" || provider === "dropbox" || provider === "trello";
      expect(query.get("code_challenge_method"), provider).toBe(hasChallenge ? "S256" : null);
      expect(query.get("redirect_uri")).toBe(`http://localhost:8700/api/v1/integrations/${provider}/callback`);
    }
  });
});

describe("a visit is refused", () => {
  test("when the user does not approve access", async () => {
    for (const grants of Object.values(vendors.grants)) grants.declines = true;
    try {
      expect(await connect(t, user, "drive")).toBe("/integrations?error=drive-not-approved");
      expect(await connect(t, user, "slack")).toBe("/integrations?error=sign-in-declined");
      const refused = await t.call(completeDriveOauth, { query: queryOf(await visit(t, user, "drive")) }, user);
      expectError(refused, "drive-not-approved");
      expect(refused.json().message).toBe("Login with Google to use this Feature");
    } finally {
      for (const grants of Object.values(vendors.grants)) grants.declines = false;
    }
    expect(await stateOf(t, user, "drive")).toMatchObject({ status: "disconnected" });
  });

  test("when the user leaves out the scope of the drive on the consent page", async () => {
    vendors.grants.drive.leftOut = ["https://www.googleapis.com/auth/drive.file"];
    expect(await connect(t, user, "drive")).toBe("/integrations?error=drive-not-approved");
    vendors.grants.drive.leftOut = [];
  });

  test("with a code that was used before", async () => {
    const first = queryOf(await visit(t, user, "dropbox"));
    const second = queryOf(await visit(t, user, "dropbox"));
    const at = (query: Record<string, string>) => `/api/v1/integrations/dropbox/callback?${new URLSearchParams(query).toString()}`;
    expect(await comeBack(t, user, at(first))).toBe("/integrations?connected=dropbox");
    expect(await comeBack(t, user, at({ ...second, code: String(first["code"]) }))).toBe("/integrations?error=provider-refused");
  });

  test("with an unknown state, without a state, and when it is replayed", async () => {
    const address = await visit(t, user, "jira");
    const expired = "/integrations?error=connection-expired";
    expect(await comeBack(t, user, address.replace(/state=[^&]+/u, "state=made-up"))).toBe(expired);
    expect(await comeBack(t, user, address.replace(/state=[^&]+/u, ""))).toBe(expired);
    expect(await comeBack(t, user, address)).toBe("/integrations?connected=jira");
    expect(await comeBack(t, user, address)).toBe(expired);
  });

  test("in another session, which does not use up the state", async () => {
    const address = await visit(t, user, "jira");
    const stranger = await t.user();
    expect(await comeBack(t, stranger, address)).toBe("/integrations?error=connection-expired");
    expect(await comeBack(t, null, address)).toBe("/integrations?error=connection-expired");
    const again = await t.app.inject({
      method: "POST",
      url: "/api/v1/auth/login",
      payload: { email: user.email, password: user.password },
    });
    const { idToken, refreshToken } = again.json().data;
    const other = { ...user, headers: { idtoken: idToken, refreshtoken: refreshToken } };
    expect(await comeBack(t, other, address)).toBe("/integrations?error=connection-expired");
    expect(await comeBack(t, user, address)).toBe("/integrations?connected=jira");
    expect(await stateOf(t, stranger, "jira")).toMatchObject({ status: "disconnected" });
    await t.call(logout, {}, other);
  });

  test("for another service than the one that it began for", async () => {
    const address = await visit(t, user, "jira");
    expect(await comeBack(t, user, address.replace("/jira/", "/trello/"))).toBe("/integrations?error=connection-expired");
  });

  test("of two at the same time, one is", async () => {
    const address = await visit(t, user, "slack");
    const pages = await Promise.all([comeBack(t, user, address), comeBack(t, user, address)]);
    expect(pages.toSorted()).toEqual(["/integrations?connected=slack", "/integrations?error=connection-expired"]);
  });

  test("after ten minutes", async () => {
    const address = await visit(t, user, "slack");
    t.clock.advance(10 * 60_000 + 1_000);
    try {
      expect(await comeBack(t, user, address)).toBe("/integrations?error=connection-expired");
    } finally {
      t.clock.advance(-(10 * 60_000 + 1_000));
    }
  });

  test("when the service fails or drops the connection", async () => {
    vendors.google.failNext("/token", { kind: "status", status: 503 });
    expect(await connect(t, user, "drive")).toBe("/integrations?error=drive-sign-in-failed");
    vendors.slack.failNext("oauth.v2.access", { kind: "drop" }, 2);
    expect(await connect(t, user, "slack")).toBe("/integrations?error=provider-refused");
    vendors.slack.failNext("oauth.v2.access", { kind: "status", status: 429, headers: { "retry-after": "30" } });
    expect(await connect(t, user, "slack")).toBe("/integrations?error=too-many-requests");
    expect(await stateOf(t, user, "slack")).toMatchObject({ status: "disconnected" });
  });
});

describe("a service is disconnected", () => {
  test("only with a confirmation", async () => {
    await connect(t, user, "slack");
    const refused = await t.call(disconnectIntegration, { params: { provider: "slack" }, body: {} }, user);
    expectError(refused, "confirmation-required");
    expect(await stateOf(t, user, "slack")).toMatchObject({ status: "connected" });
  });

  test.each(PROVIDERS)("%s: here, and at the service where it offers that", async (provider) => {
    await connect(t, user, provider);
    const grant = vendors.grants[provider].all.at(-1);
    const answer = await t.call(disconnectIntegration, { params: { provider }, body: { confirm: true } }, user);
    const canRevoke = provider !== "jira" && provider !== "trello";
    expect(answer.data()).toEqual({ isRevoked: canRevoke });
    expect(grant?.isRevoked).toBe(canRevoke);
    expect(await stateOf(t, user, provider)).toMatchObject({ status: "disconnected", accountName: null });
    expectError(await t.call(disconnectIntegration, { params: { provider }, body: { confirm: true } }, user), "not-found");
  });

  test("also when the service fails, and when the permission has ended there", async () => {
    await connect(t, user, "dropbox");
    vendors.dropbox.failNext("token/revoke", { kind: "drop" });
    const failed = await t.call(disconnectIntegration, { params: { provider: "dropbox" }, body: { confirm: true } }, user);
    expect(failed.data()).toEqual({ isRevoked: false });
    await connect(t, user, "dropbox");
    vendors.grants.dropbox.revokeAll();
    const ended = await t.call(disconnectIntegration, { params: { provider: "dropbox" }, body: { confirm: true } }, user);
    expect(ended.data()).toEqual({ isRevoked: true });
  });
});

test("visits of consent pages are limited for each user, with a readable refusal that leaves the visit usable", async () => {
  // The limit of 60 visits becomes 6.
  await using limited = await createTestApp({ config: { ...vendors.environment, RATE_LIMIT_FACTOR: "0.1" } });
  const [person, other] = [await limited.user(), await limited.user()];
  const begun = await visit(limited, person, "drive");
  const second = await visit(limited, person, "slack");
  for (let nth = 2; nth < 6; nth += 1) await visit(limited, person, "slack");
  const refused = await limited.call(connectIntegration, { params: { provider: "slack" }, body: {} }, person);
  expectError(refused, "too-many-requests");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(500);
  expect(await comeBack(limited, person, begun)).toBe("/integrations?error=too-many-requests");
  const byCall = await limited.call(completeDriveOauth, { query: queryOf(begun) }, person);
  expectError(byCall, "too-many-requests");
  expect(Number(byCall.headers["retry-after"])).toBeGreaterThan(500);
  expect(await connect(limited, other, "slack")).toBe("/integrations?connected=slack");
  await limited.ports.pool.query("update rate_limits set resets_at = now() where key = $1", [`connect:${person.id}`]);
  expect(await comeBack(limited, person, begun)).toBe("/integrations?connected=drive");
  expect(await comeBack(limited, person, second)).toBe("/integrations?connected=slack");
});

test("a server without credentials says so", async () => {
  await using bare = await createTestApp({ config: { GOOGLE_CLIENT_ID: "only-for-sign-ins" } });
  const person = await bare.user();
  for (const provider of PROVIDERS) {
    expect(await stateOf(bare, person, provider)).toMatchObject({ configured: false, status: "disconnected" });
    expectError(await bare.call(connectIntegration, { params: { provider }, body: {} }, person), "not-configured");
  }
});

test("unknown services are not found", async () => {
  const answer = await t.app.inject({ url: "/api/v1/integrations/myspace/callback?code=x&state=y", headers: user.headers });
  expect(answer.statusCode).toBe(404);
});

test("acts are recorded without secrets", async () => {
  await connect(t, user, "slack");
  await t.call(disconnectIntegration, { params: { provider: "slack" }, body: { confirm: true } }, user);
  const { rows } = await t.ports.pool.query("select action, details from audit where user_id = $1 order by at", [user.id]);
  const made = rows.filter(({ action }) => String(action).startsWith("connection."));
  expect(made).toEqual([
    { action: "connection.made", details: { subject: "Slack" } },
    { action: "connection.removed", details: { subject: "Slack" } },
  ]);
});
