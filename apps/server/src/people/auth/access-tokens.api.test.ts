import {
  API_BASE,
  createAccessToken,
  createFolder,
  deleteUser,
  endManagedSessions,
  getUserData,
  listAccessTokens,
  listInstallationAudit,
  listOutbox,
  listSessions,
  login,
  revokeAccessToken,
  ROUTES,
  updateManagedUser,
  updateEmail,
  updatePassword,
  updateUserData,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

let t: TestApp;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.user();
});
beforeEach(async () => {
  user = await t.user();
});
afterAll(() => t.close());

const create = async (body: { name?: string; scopes?: ("read" | "write")[]; expiresAt?: string | null } = {}, owner = user) =>
  expectData<{ id: string; token: string; prefix: string; scopes: string[] }>(
    await t.call(createAccessToken, { body: { name: "Backup", ...body } }, owner),
    201,
  );
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const nameWith = (token: string) => t.call(getUserData, {}, null, bearer(token));

describe("an access token", () => {
  test("is returned once, and only its hash is stored", async () => {
    const { id, token, prefix } = await create();
    expect(token).toMatch(/^srt_[\w-]{43}$/u);
    expect(token.startsWith(prefix)).toBe(true);
    const listed = await t.call(listAccessTokens, {}, user);
    expect(listed.data().items).toMatchObject([{ id, name: "Backup", prefix, scopes: ["read"], lastUsedAt: null, expiresAt: null }]);
    expect(listed.body).not.toContain(token);
    const { rows } = await t.ports.pool.query("select access_tokens::text as text from access_tokens where id = $1", [id]);
    expect(rows[0].text).not.toContain(token.slice(12));
  });

  test("reads with read, and refuses all other methods with a sentence", async () => {
    const { token } = await create();
    expect((await nameWith(token)).data().email).toBe(user.email);
    const refused = await t.call(updateUserData, { body: { displayName: "Mallory" } }, null, bearer(token));
    expectError(refused, "token-read-only");
    expect(refused.json().message).toBe("This access token can only read. Create one that can also write.");
    const form = multipart({}, { fileName: "a.png", type: "image/png", bytes: png() });
    const url = `${API_BASE}/workspace/personal/files/image`;
    const upload = await t.app.inject({ method: "POST", url, payload: form.payload, headers: { ...form.headers, ...bearer(token) } });
    expectError(upload, "token-read-only");
    const tus = { "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": "", ...bearer(token) };
    expectError(await t.app.inject({ method: "POST", url: "/uploads", headers: tus }), "token-read-only");
    expect((await t.call(getUserData, {}, user)).data().displayName).toBe(user.displayName);
  });

  test("changes and uploads with write", async () => {
    const { token, scopes } = await create({ scopes: ["write"] });
    expect(scopes).toEqual(["read", "write"]);
    expectData(
      await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "New", kind: "image" } }, null, bearer(token)),
      201,
    );
    const form = multipart({}, { fileName: "a.png", type: "image/png", bytes: png() });
    const url = `${API_BASE}/workspace/personal/files/image`;
    expectData(await t.app.inject({ method: "POST", url, payload: form.payload, headers: { ...form.headers, ...bearer(token) } }), 201);
  });

  test("cannot create tokens, change the e-mail or password, or delete the account", async () => {
    const { id, token } = await create({ scopes: ["read", "write"] });
    const { password } = user;
    const calls = [
      t.call(createAccessToken, { body: { name: "More" } }, null, bearer(token)),
      t.call(
        updateEmail,
        { body: { currentEmail: user.email, newEmail: "other@example.test", currentPassword: password } as never },
        null,
        bearer(token),
      ),
      t.call(updatePassword, { body: { currentPassword: password, newPassword: "another1pass" } as never }, null, bearer(token)),
      t.call(deleteUser, { body: { email: user.email, password } as never }, null, bearer(token)),
    ];
    for (const answer of await Promise.all(calls)) expectError(answer, "session-required");
    const other = await create({ name: "Other" });
    expectError(await t.call(revokeAccessToken, { params: { tokenId: other.id } }, null, bearer(token)), "session-required");
    expectData(await t.call(revokeAccessToken, { params: { tokenId: id } }, null, bearer(token)));
    expectError(await nameWith(token), "unauthenticated");
  });

  test("is refused by every route that needs a session, before its body is read", async () => {
    const { token } = await create({ scopes: ["write"] });
    const routes = ROUTES.filter(({ sessionOnly }) => sessionOnly === true);
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      const url = API_BASE + route.path.replaceAll(/\{\w+\}/gu, "personal");
      expectError(await t.app.inject({ method: route.method, url, headers: bearer(token) }), "session-required");
    }
  });

  test("is refused immediately after it was revoked, and in cookies", async () => {
    const { id, token } = await create();
    const cookies = { cookie: `idToken=${token}` };
    expectError(await t.call(getUserData, {}, null, cookies), "unauthenticated");
    expectData(await t.call(revokeAccessToken, { params: { tokenId: id } }, user));
    expectError(await nameWith(token), "unauthenticated");
    expectError(await t.call(revokeAccessToken, { params: { tokenId: id } }, user), "not-found");
  });

  test("ends at its date, which must be in the future", async () => {
    const now = t.clock.now().getTime();
    const past = await t.call(createAccessToken, { body: { name: "Late", expiresAt: new Date(now - 1_000).toISOString() } }, user);
    expectError(past, "validation-failed");
    expect(past.json().details).toMatchObject([{ field: "expiresAt", message: "Choose a date in the future." }]);
    const { token } = await create({ expiresAt: new Date(now + 60_000).toISOString() });
    expect((await nameWith(token)).statusCode).toBe(200);
    t.clock.advance(60_000);
    expectError(await nameWith(token), "unauthenticated");
    expect((await t.call(listAccessTokens, {}, user)).data().items).toMatchObject([{ isExpired: true }]);
    t.clock.advance(-60_000);
  });

  test("records its last use at most once a minute", async () => {
    const { token } = await create();
    const used = async () => Date.parse((await t.call(listAccessTokens, {}, user)).data().items[0]?.lastUsedAt ?? "1970-01-01T00:00:00Z");
    await nameWith(token);
    await vi.waitUntil(async () => (await used()) > 0);
    const first = await used();
    expect(Math.abs(first - t.clock.now().getTime())).toBeLessThan(5_000);
    t.clock.advance(30_000);
    await nameWith(token);
    expect(await used()).toBe(first);
    t.clock.advance(31_000);
    await nameWith(token);
    await vi.waitUntil(async () => (await used()) >= first + 60_000);
    t.clock.advance(-61_000);
  });

  test("of another user cannot be seen or revoked", async () => {
    const { id } = await create();
    const other = await t.user();
    expect((await t.call(listAccessTokens, {}, other)).data().items).toEqual([]);
    expectError(await t.call(revokeAccessToken, { params: { tokenId: id } }, other), "not-found");
  });

  test("of a suspended account is refused", async () => {
    const { token } = await create();
    expectData(await t.call(updateManagedUser, { params: { userId: user.id }, body: { suspended: true } }, admin));
    expectError(await nameWith(token), "unauthenticated");
  });

  test("ends when an administrator signs the account out everywhere", async () => {
    const { token } = await create();
    expectData(await t.call(endManagedSessions, { params: { userId: user.id } } as never, admin));
    expectError(await nameWith(token), "unauthenticated");
    const again = await t.call(login, { body: { email: user.email, password: user.password } });
    expect(again.statusCode).toBe(200);
  });

  test("is no session, and its creation is reported by mail and in the audit log", async () => {
    await create({ name: "Sync" });
    expect((await t.call(listSessions, {}, user)).data().items).toHaveLength(1);
    const mails = (await t.call(listOutbox, { query: {} }, admin)).data().items;
    expect(mails.some(({ to, subject }) => to === user.email && subject === "An access token was created for your Stillreel account")).toBe(
      true,
    );
    const audit = (await t.call(listInstallationAudit, { query: { action: "auth.token-created" } }, admin)).data().items;
    expect(audit.some(({ person, subject }) => person?.id === user.id && subject === "Sync")).toBe(true);
  });
});
