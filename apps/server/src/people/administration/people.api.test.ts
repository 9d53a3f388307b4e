import {
  createManagedUser,
  deleteManagedUser,
  deleteUser,
  disableManagedTwoFactor,
  enableTwoFactor,
  endManagedSessions,
  getManagedUser,
  getUserData,
  listOutbox,
  listUsers,
  login,
  sendManagedReset,
  setNewPassword,
  setUpTwoFactor,
  updateManagedUser,
  updateSettings,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { startMailServer } from "@stillreel/testing/mail";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";

let t: TestApp;
let admin: TestUser;
let anna: TestUser;
beforeEach(async () => {
  t = await createTestApp();
  admin = await t.user({ email: "root@example.test", username: "Root" });
  anna = await t.user({ email: "anna.berg@example.test", username: "Anna Berg" });
});
afterEach(() => t.close());

const of = (user: { id: string }) => ({ params: { userId: user.id } });
const change = (user: { id: string }, body: Record<string, unknown>, by = admin) =>
  t.call(updateManagedUser, { ...of(user), body: body as never }, by);
const list = async (query: Record<string, string | number> = {}) => (await t.call(listUsers, { query: query as never }, admin)).data();
const audits = async (): Promise<{ action: string; user_id: string | null; details: Record<string, unknown> }[]> =>
  (await t.ports.pool.query("select action, user_id, details from audit where action like 'user.%' order by at, id")).rows;
const upload = (user: TestUser, bytes = png(300, 300)) => {
  const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", type: "image/png", bytes });
  const url = "/api/v1/workspace/personal/files/image";
  return t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
};

test("other users and anonymous callers are refused everywhere, and change nothing", async () => {
  const calls = (user: TestUser | null) => [
    t.call(listUsers, {}, user),
    t.call(getManagedUser, of(anna), user),
    t.call(updateManagedUser, { ...of(anna), body: { role: "admin" } }, user),
    t.call(deleteManagedUser, { ...of(admin), body: { items: "delete" } }, user),
    t.call(createManagedUser, { body: { email: "new@example.test", displayName: "New", role: "admin" } }, user),
    t.call(sendManagedReset, of(admin), user),
    t.call(endManagedSessions, of(admin), user),
    t.call(disableManagedTwoFactor, of(admin), user),
  ];
  for (const answer of await Promise.all(calls(anna))) expectError(answer, "forbidden");
  for (const answer of await Promise.all(calls(null))) expectError(answer, "unauthenticated");
  expect(await audits()).toEqual([]);
  expect((await list()).items.map(({ role }) => role)).toEqual(["user", "admin"]);
});

describe("an added account", () => {
  const add = (body: Partial<{ email: string; displayName: string; role: "user" | "admin" }> = {}) =>
    t.call(createManagedUser, { body: { email: "new@example.test", displayName: "New Person", role: "user", ...body } }, admin);
  const codeOf = (url: string | null): string => new URL(url ?? "").searchParams.get("code") ?? "";

  it("has no password until its user sets one by the link, which works for 7 days and once", async () => {
    await t.call(updateSettings, { body: { registration: { value: { mode: "closed", domains: [] }, version: 0 } } }, admin);
    const { user, passwordUrl } = (await add()).data();
    expect(user).toMatchObject({ email: "new@example.test", displayName: "New Person", role: "user", emailVerified: false });
    const body = { email: "new@example.test", password: "harbour north 8" };
    expectError(await t.call(login, { body }), "wrong-password");
    t.clock.advance(7 * 86_400_000 - 1_000);
    expectData(await t.call(setNewPassword, { body: { oobCode: codeOf(passwordUrl), newPassword: body.password } }));
    expectError(
      await t.call(setNewPassword, { body: { oobCode: codeOf(passwordUrl), newPassword: "other harbour 9" } }),
      "reset-link-used",
    );
    expectData(await t.call(login, { body }));
    const { rows } = await t.ports.pool.query("select email_verified from users where email = 'new@example.test'");
    expect(rows).toEqual([{ email_verified: true }]);
  });

  it("is named in the mail and in the audit log, and can be an administrator", async () => {
    const { user } = (await add({ role: "admin" })).data();
    expect(user.role).toBe("admin");
    const [mail] = (await t.call(listOutbox, {}, admin)).data().items;
    expect(mail).toMatchObject({ to: "new@example.test", subject: "Root added you to Stillreel" });
    expect(mail?.text).toMatch(/\/auth\/reset\?code=/u);
    expect((await audits()).at(-1)).toMatchObject({
      action: "user.created",
      user_id: admin.id,
      details: { personId: user.id, role: "admin" },
    });
  });

  it("is refused with an address that has an account, and with invalid values, and is added once", async () => {
    expectError(await add({ email: "Anna.Berg@example.test" }), "email-already-in-use");
    expectError(await add({ email: "nonsense" }), "validation-failed");
    expectError(await add({ displayName: " " }), "validation-failed");
    expectError(await add({ displayName: "x".repeat(33) }), "validation-failed");
    expectError(await add({ role: "king" as never }), "validation-failed");
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await list()).items).toHaveLength(3);
  });

  it("gets its link only by mail when there is a mail server", async () => {
    const mailServer = await startMailServer();
    await using mailing = await createTestApp({ config: { SMTP_URL: mailServer.url } });
    try {
      const by = await mailing.user();
      const body = { email: "new@example.test", displayName: "New Person", role: "user" } as const;
      expect((await mailing.call(createManagedUser, { body }, by)).data().passwordUrl).toBeNull();
      await mailing.runJobs();
      expect(mailServer.inbox.map(({ to }) => to)).toContainEqual(["new@example.test"]);
    } finally {
      await mailServer.close();
    }
  });
});

describe("the list", () => {
  it("shows the newest first, page by page, while accounts are added", async () => {
    for (const name of ["Ben", "Cem", "Dan"]) await t.user({ username: name });
    const first = await list({ limit: 2 });
    expect(first.items.map(({ displayName }) => displayName)).toEqual(["Dan", "Cem"]);
    await t.user({ username: "Eva" });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? "" });
    expect(second.items.map(({ displayName }) => displayName)).toEqual(["Ben", "Anna Berg"]);
    const third = await list({ limit: 2, cursor: second.nextCursor ?? "" });
    expect(third).toMatchObject({ items: [{ displayName: "Root" }], nextCursor: null });
    expectError(await t.call(listUsers, { query: { cursor: "made-up" } }, admin), "validation-failed");
  });

  it("searches names and addresses in any case, and takes wildcards literally", async () => {
    const names = async (q: string) => (await list({ q })).items.map(({ displayName }) => displayName);
    expect(await names("NNA be")).toEqual(["Anna Berg"]);
    expect(await names("anna.berg@")).toEqual(["Anna Berg"]);
    expect(await names("example.test")).toEqual(["Anna Berg", "Root"]);
    expect(await names("%")).toEqual([]);
    expect(await names("_nna")).toEqual([]);
  });

  it("filters by role and state", async () => {
    await change(anna, { suspended: true });
    const names = async (query: Record<string, string>) => (await list(query)).items.map(({ displayName }) => displayName);
    expect(await names({ role: "admin" })).toEqual(["Root"]);
    expect(await names({ state: "suspended" })).toEqual(["Anna Berg"]);
    expect(await names({ state: "active" })).toEqual(["Root"]);
    expect(await names({ state: "suspended", q: "root" })).toEqual([]);
  });

  it("shows storage, items and the last use, in one statement", async () => {
    const { size } = expectData<{ size: number }>(await upload(anna), 201);
    await change(anna, { quota: 5_000_000 });
    const [row] = (await list({ q: "anna" })).items;
    expect(row).toMatchObject({
      storageBytes: size,
      itemCount: 1,
      quota: 5_000_000,
      quotaLimit: 5_000_000,
      role: "user",
      suspendedAt: null,
    });
    expect(row?.lastSeenAt).not.toBeNull();
    const { db } = t.ports;
    let statements = 0;
    const execute = db.execute.bind(db);
    db.execute = ((...args: Parameters<typeof execute>) => {
      statements += 1;
      return execute(...args);
    }) as typeof db.execute;
    await t.modules.administration.people.list({ limit: 50 });
    expect(statements).toBe(1);
  });
});

test("one account is shown with its workspaces, sessions and sign-ins", async () => {
  const team = await createTeam(t, [[anna, "owner"]]);
  await t.call(login, { body: { email: anna.email, password: "wrong 123456" } });
  await t.call(login, { body: { email: anna.email, password: anna.password } });
  const details = (await t.call(getManagedUser, of(anna), admin)).data();
  expect(details.workspaces).toMatchObject([{ id: team.id, role: "owner" }]);
  expect(details.sessions).toHaveLength(2);
  expect(details.signIns.map(({ isRefused }) => isRefused)).toEqual([false, true, false]);
  expectError(await t.call(getManagedUser, of({ id: "018f0000-0000-7000-8000-000000000000" }), admin), "not-found");
  expectError(await t.call(getManagedUser, of({ id: "nonsense" }), admin), "not-found");
});

describe("the role", () => {
  it("takes effect with the next request, and is audited", async () => {
    expect((await change(anna, { role: "admin" })).data().role).toBe("admin");
    expect((await t.call(listUsers, {}, anna)).statusCode).toBe(200);
    await change(anna, { role: "user" });
    expectError(await t.call(listUsers, {}, anna), "forbidden");
    expect(await audits()).toMatchObject([
      {
        action: "user.role-changed",
        user_id: admin.id,
        details: { personId: anna.id, displayName: "Anna Berg", from: "user", to: "admin" },
      },
      { action: "user.role-changed", details: { from: "admin", to: "user" } },
    ]);
  });

  it("of the last active administrator stays, and they cannot be suspended or deleted, not even by themselves", async () => {
    await change(anna, { role: "admin" });
    await change(anna, { suspended: true });
    for (const answer of [
      await change(admin, { role: "user" }),
      await change(admin, { suspended: true }),
      await t.call(deleteManagedUser, { ...of(admin), body: { items: "delete" } }, admin),
      await t.call(deleteUser, { body: { email: admin.email, password: admin.password, phrase: "delete my account" } }, admin),
    ])
      expectError(answer, "last-administrator");
    await change(anna, { suspended: false });
    expect((await change(admin, { role: "user" })).statusCode).toBe(200);
  });

  it("of one of two administrators remains when both demote, suspend or delete each other at the same time", async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await t.user(), await t.user()];
      for (const user of [one, two]) await change(user, { role: "admin" });
      await t.ports.pool.query("update users set role = 'user' where id = $1", [admin.id]);
      const attack = (target: TestUser, by: TestUser) =>
        [
          () => change(target, { role: "user" }, by),
          () => change(target, { suspended: true }, by),
          () => t.call(deleteManagedUser, { ...of(target), body: { items: "delete" } }, by),
        ][round % 3]?.();
      const answers = await Promise.all([attack(two, one), attack(one, two)]);
      expect(answers.map((answer) => answer?.statusCode).toSorted()[0]).toBe(200);
      const left = await t.ports.pool.query("select id from users where role = 'admin' and suspended_at is null");
      expect(left.rowCount).toBe(1);
      await t.ports.pool.query("update users set role = case when id = $1 then 'admin' else 'user' end", [admin.id]);
    }
  });
});

describe("the quota", () => {
  const bytes = png(300, 300);

  it("of one account limits its uploads, although others are not limited", async () => {
    const { size } = expectData<{ size: number }>(await upload(anna, bytes), 201);
    await change(anna, { quota: size });
    expectError(await upload(anna, bytes), "quota-exceeded");
    expectData(await upload(admin, bytes), 201);
    await change(anna, { quota: 0 });
    expectData(await upload(anna, bytes), 201);
    expect(await audits()).toMatchObject([
      { action: "user.quota-changed", details: { email: anna.email, from: null, to: size } },
      { action: "user.quota-changed", details: { from: size, to: 0 } },
    ]);
  });

  it("below the current use is refused with the use, and nothing changes", async () => {
    const { size } = expectData<{ size: number }>(await upload(anna, bytes), 201);
    const refused = await change(anna, { quota: size - 1, role: "admin" });
    expectError(refused, "quota-below-use");
    expect(refused.json().details).toEqual([{ field: "quota", code: "below-use", message: `The account already uses ${size} bytes.` }]);
    expect((await t.call(getManagedUser, of(anna), admin)).data()).toMatchObject({ quota: null, role: "user", usedBytes: size });
    expectError(await change(anna, { quota: -1 }), "validation-failed");
    expectError(await change(anna, { quota: 1.5 }), "validation-failed");
  });

  it("of an account has priority over the default, and null restores the default", async () => {
    await using limited = await createTestApp({ config: { DEFAULT_QUOTA: "10" } });
    const root = await limited.user();
    const set = (quota: number | null) => limited.call(updateManagedUser, { ...of(root), body: { quota } }, root);
    const send = async () => {
      const form = multipart({}, { fileName: "a.png", type: "image/png", bytes });
      const url = "/api/v1/workspace/personal/files/image";
      return limited.app.inject({ method: "POST", url, headers: { ...root.headers, ...form.headers }, payload: form.payload });
    };
    expectError(await send(), "quota-exceeded");
    expect((await set(0)).data()).toMatchObject({ quota: 0, quotaLimit: 0 });
    expectData(await send(), 201);
    expect((await set(null)).data()).toMatchObject({ quota: null, quotaLimit: 10 });
    expectError(await send(), "quota-exceeded");
  });
});

test("a reset mail of an administrator contains a usable link, and a suspended account gets none", async () => {
  await t.call(sendManagedReset, of(anna), admin);
  const mails = (await t.call(listOutbox, {}, admin)).data().items;
  expect(mails[0]).toMatchObject({ to: anna.email });
  expect(mails[0]?.text).toMatch(/\/auth\/reset\?code=[\w-]{43}/u);
  expect((await audits()).at(-1)).toMatchObject({ action: "user.password-reset-sent", user_id: admin.id, details: { personId: anna.id } });
  await change(anna, { suspended: true });
  expectError(await t.call(sendManagedReset, of(anna), admin), "account-suspended");
});

test("all sessions of a user end, and the user can sign in again", async () => {
  await t.call(endManagedSessions, of(anna), admin);
  expectError(await t.call(getUserData, {}, anna), "unauthenticated");
  expect((await t.call(login, { body: { email: anna.email, password: anna.password } })).statusCode).toBe(200);
  expect(await audits()).toMatchObject([{ action: "user.sessions-ended", details: { personId: anna.id } }]);
});

test("a deleted account is gone with its personal library, and its workspace passes to another member", async () => {
  expectData(await upload(anna), 201);
  const ben = await t.user();
  const team = await createTeam(t, [
    [anna, "owner"],
    [ben, "member"],
  ]);
  await t.call(deleteManagedUser, { ...of(anna), body: { items: "delete" } }, admin);
  await t.runJobs();
  expectError(await t.call(getUserData, {}, anna), "unauthenticated");
  expectError(await t.call(getManagedUser, of(anna), admin), "not-found");
  expect((await t.ports.pool.query("select 1 from items")).rowCount).toBe(0);
  expect((await t.call(getManagedUser, of(ben), admin)).data().workspaces).toMatchObject([{ id: team.id, role: "owner" }]);
  expect((await audits()).at(-1)).toMatchObject({
    action: "user.deleted",
    user_id: admin.id,
    details: { personId: anna.id, email: anna.email },
  });
  expectError(await t.call(deleteManagedUser, { ...of(anna), body: { items: "delete" } }, admin), "not-found");
});

describe("the authenticator app of a user", () => {
  /** Switches the codes of a user on. */
  async function protect(user: TestUser): Promise<void> {
    const { secret } = (await t.call(setUpTwoFactor, { body: {} }, user)).data();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now().getTime() });
    expectData(await t.call(enableTwoFactor, { body: { code } }, user));
  }
  const signIn = () => t.call(login, { body: { email: anna.email, password: anna.password } });

  it("is switched off by an administrator, with a mail to the user and an audit entry", async () => {
    await protect(anna);
    expectError(await signIn(), "two-factor-required");
    expect((await t.call(getManagedUser, of(anna), admin)).data().hasTwoFactor).toBe(true);
    expectData(await t.call(disableManagedTwoFactor, of(anna), admin));
    expect((await t.call(getManagedUser, of(anna), admin)).data().hasTwoFactor).toBe(false);
    expectData(await signIn());
    expectError(await t.call(disableManagedTwoFactor, of(anna), admin), "two-factor-off");
    const { items } = (await t.call(listOutbox, {}, admin)).data();
    expect(items.filter(({ to }) => to === anna.email).map(({ subject }) => subject)).toContain(
      "An administrator switched your authenticator app off",
    );
    const [entry, ...others] = (await audits()).filter(({ action }) => action === "user.two-factor-disabled");
    expect(entry).toMatchObject({ user_id: admin.id, details: { personId: anna.id, email: anna.email } });
    expect(others).toEqual([]);
  });

  it("stays on for the administrator themselves, who has to prove it in the settings", async () => {
    await protect(admin);
    expectError(await t.call(disableManagedTwoFactor, of(admin), admin), "forbidden");
    expectError(await t.call(disableManagedTwoFactor, { params: { userId: "unknown" } }, admin), "not-found");
    expect((await t.call(getManagedUser, of(admin), admin)).data().hasTwoFactor).toBe(true);
  });
});
