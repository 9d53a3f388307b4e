import {
  getSettings,
  getShare,
  getSignInOptions,
  login,
  register,
  testSettings,
  updateSettings,
  updateShare,
  type ClientArgs,
} from "@stillreel/contract";
import { createSettings } from "@stillreel/server/platform/settings/index.ts";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startMailServer } from "@stillreel/testing/mail";
import { describe, expect, it, vi } from "vitest";

type Body = ClientArgs<typeof updateSettings>["body"];
const read = async (t: TestApp, admin: TestUser) => (await t.call(getSettings, {}, admin)).data();
const put = (t: TestApp, user: TestUser, body: Body) => t.call(updateSettings, { body }, user);
const signUp = (t: TestApp, email: string) => t.call(register, { body: { email, password: "correct horse 7", username: "Person" } });
const auditOf = async (t: TestApp) =>
  (await t.ports.pool.query<{ details: object }>("select details from audit where action = 'setting.changed' order by at, id")).rows.map(
    ({ details }) => details,
  );
const secretUrl = "smtp://mailer:top%20secret%207@127.0.0.1:9";

describe("settings", () => {
  it("are read and changed by administrators only", async () => {
    await using t = await createTestApp();
    const [admin, other] = [await t.user(), await t.user()];
    expect(await read(t, admin)).toMatchObject({
      serverName: { value: null, source: "default", version: 0 },
      registration: { value: { mode: "open", domains: [] }, source: "default" },
      smtpUrl: { value: null, source: "default" },
      trashDays: { value: 30, source: "default" },
      configured: { password: true, google: false, oidc: false },
    });
    for (const user of [other, null]) {
      const code = user ? "forbidden" : "unauthenticated";
      expectError(await t.call(getSettings, {}, user), code);
      expectError(await t.call(updateSettings, { body: { trashDays: { value: 1, version: 0 } } }, user), code);
      expectError(await t.call(testSettings, { body: { what: "mail" } }, user), code);
    }
    expect(await auditOf(t)).toEqual([]);
  });

  it("apply immediately, and are recorded with the administrator", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const saved = await put(t, admin, { registration: { value: { mode: "closed", domains: [] }, version: 0 } });
    expect(saved.data().registration).toEqual({ value: { mode: "closed", domains: [] }, source: "saved", version: 1 });
    expectError(await signUp(t, "a@example.test"), "registration-closed");
    expect((await t.call(getSignInOptions)).data().registration).toBe("closed");
    await put(t, admin, { registration: { value: { mode: "domains", domains: ["@Corp.test"] }, version: 1 } });
    expectError(await signUp(t, "a@example.test"), "registration-domain");
    expectData(await signUp(t, "a@corp.test"), 201);
    const restored = await put(t, admin, { registration: { value: null, version: 2 }, serverName: { value: "Harbour", version: 0 } });
    expect(restored.data().registration).toMatchObject({ value: { mode: "open" }, source: "default", version: 3 });
    expectData(await signUp(t, "b@example.test"), 201);
    expect((await t.call(getSignInOptions)).data().serverName).toBe("Harbour");
    expect(await auditOf(t)).toEqual([
      { subject: "registration", value: { mode: "closed", domains: [] } },
      { subject: "registration", value: { mode: "domains", domains: ["corp.test"] } },
      { subject: "serverName", value: "Harbour" },
      { subject: "registration", value: { mode: "open", domains: [] } },
    ]);
  });

  it("of the environment win over saved ones and cannot be changed", async () => {
    await using t = await createTestApp({ config: { REGISTRATION: "invite", TRASH_DAYS: "7" } });
    const admin = await t.user();
    await t.ports.pool.query(
      `insert into settings (key, value) values ('trashDays', '90'), ('registration', '{"mode":"open","domains":[]}')`,
    );
    await t.ports.settings.load();
    expect(await read(t, admin)).toMatchObject({
      registration: { value: { mode: "invite" }, source: "environment" },
      trashDays: { value: 7, source: "environment" },
    });
    const both: Body = { trashDays: { value: 8, version: 1 }, serverName: { value: "Harbour", version: 0 } };
    expectError(await put(t, admin, both), "setting-from-environment");
    expect((await read(t, admin)).serverName.value).toBeNull();
    expectError(await signUp(t, "a@example.test"), "registration-by-invite");
  });

  it("refuse the second of two administrators who change the same value", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const answers = await Promise.all([5, 6, 7].map((days) => put(t, admin, { trashDays: { value: days, version: 0 } })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const refused = await put(t, admin, { trashDays: { value: 9, version: 0 }, serverName: { value: "Harbour", version: 0 } });
    expectError(refused, "setting-changed");
    expect(refused.json().message).toContain("Another administrator");
    const now = await read(t, admin);
    expect([now.trashDays.version, now.serverName.version]).toEqual([1, 0]);
    expect(await auditOf(t)).toHaveLength(1);
  });

  it.each<[string, Body, string]>([
    ["no domain", { registration: { value: { mode: "domains", domains: [] }, version: 0 } }, "registration.value.domains"],
    ["no domain name", { registration: { value: { mode: "domains", domains: ["corp"] }, version: 0 } }, "registration.value.domains.0"],
    ["a web address as mail server", { smtpUrl: { value: "https://mail.example.test", version: 0 } }, "smtpUrl.value"],
    ["a sender without address", { mailFrom: { value: "Stillreel", version: 0 } }, "mailFrom.value"],
    ["a sender of two lines", { mailFrom: { value: "A\nBcc: b@example.test <a@example.test>", version: 0 } }, "mailFrom.value"],
    ["a negative quota", { defaultQuota: { value: -1, version: 0 } }, "defaultQuota.value"],
    ["half a day", { trashDays: { value: 0.5, version: 0 } }, "trashDays.value"],
    ["no version", { trashDays: { value: 5 } as never }, "trashDays.version"],
  ])("with %s are refused by field", async (_title, body, field) => {
    await using t = await createTestApp();
    const admin = await t.user();
    expect(expectError(await put(t, admin, body), "validation-failed")).toMatchObject([{ field }]);
  });

  it("that would lock out every administrator are refused with the reason", async () => {
    await using t = await createTestApp({ config: { GOOGLE_CLIENT_ID: "client" } });
    const [admin, user] = [await t.user(), await t.user()];
    const none = { value: { password: false, google: false, oidc: false }, version: 0 };
    const google = { value: { password: false, google: true, oidc: true }, version: 0 };
    expectError(await put(t, admin, { signIn: none }), "sign-in-lock-out");
    // Only another user has signed in by Google.
    const link = `insert into identities (id, user_id, issuer, subject, email) values (gen_random_uuid(), $1, 'https://accounts.google.com', $2, 'x')`;
    await t.ports.pool.query(link, [user.id, "1"]);
    const refused = await put(t, admin, { signIn: google });
    expectError(refused, "sign-in-lock-out");
    expect(refused.json().message).toContain("No administrator could sign in");
    await t.ports.pool.query(link, [admin.id, "2"]);
    expectData(await put(t, admin, { signIn: google }));
    expectError(await t.call(login, { body: { email: admin.email, password: admin.password } }), "sign-in-method-off");
    expectError(await signUp(t, "a@example.test"), "sign-in-method-off");
    expect((await t.call(getSignInOptions)).data()).toMatchObject({ password: false, google: { clientId: "client" } });
  });

  it("limit the lifetime of links that are created or changed", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const params = { workspaceId: "personal", itemId: (await t.image(admin)).id };
    await put(t, admin, { maxLinkDays: { value: 10, version: 0 } });
    const inDays = (days: number): string => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString();
    const daysUntil = (expiresAt: string | null): number =>
      Math.round((Date.parse(expiresAt ?? "") - t.clock.now().getTime()) / 86_400_000);
    expect(daysUntil((await t.call(getShare, { params }, admin)).data().expiresAt)).toBe(10);
    const change = (expiresAt: string | null) => t.call(updateShare, { params, body: { expiresAt } }, admin);
    expect(expectError(await change(inDays(11)), "validation-failed")).toMatchObject([{ field: "expiresAt" }]);
    expect((await change(inDays(3))).data().expiresAt).toSatisfy((text: string) => daysUntil(text) === 3);
    expect((await change(null)).data().expiresAt).toSatisfy((text: string) => daysUntil(text) === 10);
  });

  it("reach a second process, and apply the quota there without a restart", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const second = createSettings(t.ports);
    await second.load();
    const listener = second.follow();
    await listener.start();
    try {
      await put(t, admin, { defaultQuota: { value: 1, version: 0 } });
      await vi.waitFor(() => expect(second.current().defaultQuota).toBe(1));
      await expect(t.image(admin)).rejects.toThrow("507");
    } finally {
      await listener.stop();
    }
  });
});

describe("the mail server", () => {
  it("is stored encrypted, and its password is never returned, recorded or logged", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const answer = await put(t, admin, { smtpUrl: { value: secretUrl, version: 0 } });
    expect(answer.data().smtpUrl).toEqual({ value: "smtp://127.0.0.1:9", source: "saved", version: 1 });
    const test = await t.call(testSettings, { body: { what: "mail" } }, admin);
    const rows = await t.ports.pool.query(
      "select (select json_agg(s) from settings s) as settings, (select json_agg(a) from audit a) as audit",
    );
    const all = [answer.body, test.body, JSON.stringify(rows.rows), (await t.call(getSettings, {}, admin)).body].join("\n");
    for (const secret of ["top secret", "top%20secret", "mailer"]) expect(all).not.toContain(secret);
    expect(t.ports.settings.current().smtpUrl).toBe(secretUrl);
  });

  it("is used without a restart, and a test reports its answer", async () => {
    const server = await startMailServer();
    await using t = await createTestApp();
    const admin = await t.user();
    const send = async (to?: string) => (await t.call(testSettings, { body: { what: "mail", ...(to ? { to } : {}) } }, admin)).data();
    expect(await send()).toEqual({ outcome: "not-configured", to: admin.email, answer: null });
    await put(t, admin, { smtpUrl: { value: server.url, version: 0 }, mailFrom: { value: "Harbour <shots@harbour.test>", version: 0 } });
    expect(await send()).toEqual({ outcome: "accepted", to: admin.email, answer: null });
    expect(server.inbox[0]).toMatchObject({ from: "shots@harbour.test", to: [admin.email] });
    server.answerFor("gone@example.test", 550);
    expect(await send("gone@example.test")).toMatchObject({ outcome: "refused", answer: expect.stringContaining("550") });
    await put(t, admin, { smtpUrl: { value: "smtp://127.0.0.1:9", version: 1 } });
    const started = performance.now();
    expect(await send()).toMatchObject({ outcome: "refused", answer: expect.stringContaining("ECONNREFUSED") });
    expect(performance.now() - started).toBeLessThan(15_000);
    await server.close();
  });
});
