import { listOutbox, login, sendItem, sendResetPasswordEmail } from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startMailServer } from "@stillreel/testing/mail";
import { describe, expect, it } from "vitest";
import type { Mail } from "./index.ts";

const DAY_MS = 86_400_000;
const PICTURE = {
  id: "00000000-0000-7000-8000-000000000000",
  type: "image" as const,
  width: 64,
  height: 40,
  mimeType: "image/png",
  lengthMs: null,
  chapters: [],
  captions: [],
  workspaceName: null,
  ownerId: null,
};
const welcome = (to: string, displayName = "Ann"): Mail => ({ template: "welcome", to, language: "en", data: { displayName } });
const post = (test: TestApp, ...mails: Mail[]): Promise<void> =>
  test.ports.db.transaction(async (tx) => {
    for (const mail of mails) await test.modules.outbox.post(tx, mail);
  });
/** Creates an administrator whose session lasts longer than days of retries. */
async function lastingAdmin(test: TestApp): Promise<TestUser> {
  const user = await test.user();
  const { idToken, refreshToken } = (
    await test.call(login, { body: { email: user.email, password: user.password, remember: true } })
  ).data();
  return { ...user, idToken, refreshToken, headers: { idtoken: idToken, refreshtoken: refreshToken } };
}
const outboxOf = async (test: TestApp, admin: TestUser) => (await test.call(listOutbox, { query: { limit: 200 } }, admin)).data().items;

describe("without a mail server", () => {
  it("stores mail for the administrator, in pages, newest first", async () => {
    await using test = await createTestApp();
    const admin = await test.user();
    for (let n = 0; n < 5; n += 1) await post(test, welcome(`p${n}@example.test`));
    const first = (await test.call(listOutbox, { query: { limit: 2 } }, admin)).data();
    const second = (await test.call(listOutbox, { query: { limit: 2, cursor: first.nextCursor ?? "" } }, admin)).data();
    const third = (await test.call(listOutbox, { query: { limit: 2, cursor: second.nextCursor ?? "" } }, admin)).data();
    const all = [...first.items, ...second.items, ...third.items];
    expect(all.map((mail) => mail.to)).toEqual([4, 3, 2, 1, 0].map((n) => `p${n}@example.test`));
    expect(all.every((mail) => mail.status === "kept" && mail.sentAt === null)).toBe(true);
    expect(third.nextCursor).toBeNull();
    for (const cursor of ["nonsense", Buffer.from("1.x").toString("base64url")])
      expectError(await test.call(listOutbox, { query: { cursor } }, admin), "validation-failed");
    expect((await test.runJobs()).done).toEqual([]);
  });

  it("writes nothing when the transaction fails", async () => {
    await using test = await createTestApp();
    const admin = await test.user();
    await expect(
      test.ports.db.transaction(async (tx) => {
        await test.modules.outbox.post(tx, welcome("a@example.test"));
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await outboxOf(test, admin)).toEqual([]);
  });
});

describe("with a mail server", () => {
  it("sends mail as text and HTML, marked as automatic; S22: headers cannot be injected", async () => {
    const server = await startMailServer();
    await using test = await createTestApp({ config: { SMTP_URL: server.url, MAIL_FROM: "Stillreel <no-reply@shots.example>" } });
    const admin = await lastingAdmin(test);
    const evil = "Ann\r\nBcc: evil@example.test";
    const shared: Mail = {
      template: "item-shared",
      to: "b@example.test",
      language: "en",
      item: { ...PICTURE, title: "A\nB" },
      pictureFor: "reader",
      by: { name: evil, photoOf: null },
      url: "http://localhost:8700/s/x",
      message: "hi",
      terms: { isOpen: true, hasPassword: false, expiresAt: null, maxViews: null },
      unsubscribeUrl: "http://localhost:8700/unsubscribe/x",
    };
    await post(test, welcome("a@example.test", evil), shared);
    await test.runJobs();
    expect(server.inbox.map((mail) => mail.to)).toEqual([["a@example.test"], ["b@example.test"]]);
    const [first, second] = server.inbox;
    expect(first?.mail.subject).toBe("Welcome to Stillreel");
    expect(first?.mail.from).toMatchObject({ name: "Stillreel", address: "no-reply@shots.example" });
    expect(first?.mail.text).toContain("http://localhost:8700/install");
    expect(first?.mail.html).toContain('<html lang="en" dir="ltr">');
    expect(second?.mail.subject).toBe("Ann Bcc: evil@example.test shared an image with you");
    expect(server.inbox.every((mail) => mail.mail.bcc === undefined)).toBe(true);
    for (const { raw } of server.inbox) expect(raw.split("\r\n\r\n")[0]).toMatch(/^Auto-Submitted: auto-generated$/mu);
    const rows = await outboxOf(test, admin);
    expect(rows.map((mail) => [mail.status, mail.attempts, mail.error])).toEqual([
      ["sent", 1, null],
      ["sent", 1, null],
    ]);
    expect(server.inbox.map((mail) => mail.mail.messageId).sort()).toEqual(rows.map((row) => `<${row.id}@localhost>`).sort());
    await server.close();
  });

  it("fails immediately after a permanent refusal, and retries after a temporary one", async () => {
    const server = await startMailServer();
    server.answerFor("gone@example.test", 550);
    server.answerFor("busy@example.test", 451);
    await using test = await createTestApp({ config: { SMTP_URL: server.url } });
    const admin = await lastingAdmin(test);
    await post(test, welcome("gone@example.test"), welcome("busy@example.test"));
    const report = await test.runJobs();
    expect(report.done).toEqual(["outbox.send-mail"]);
    expect(report.failed.map(({ name }) => name)).toEqual(["outbox.send-mail"]);
    const stored = async () =>
      Object.fromEntries((await outboxOf(test, admin)).map((mail) => [mail.to.split("@")[0], [mail.status, mail.attempts]]));
    expect(await stored()).toEqual({ gone: ["failed", 1], busy: ["queued", 1] });
    const triedAt: unknown = expect.any(String);
    expect(await outboxOf(test, admin)).toMatchObject([
      { to: "busy@example.test", smtpCode: 451, refusal: "busy", error: expect.stringContaining("4.7.1 Come again later"), triedAt },
      { to: "gone@example.test", smtpCode: 550, refusal: "unknown-address", error: expect.stringContaining("5.1.1 User unknown"), triedAt },
    ]);
    server.answerFor("busy@example.test", 250);
    test.clock.advance(DAY_MS);
    await test.runJobs();
    expect(await stored()).toEqual({ gone: ["failed", 1], busy: ["sent", 2] });
    expect((await outboxOf(test, admin))[0]).toMatchObject({ smtpCode: null, refusal: null, error: null, sentAt: expect.any(String) });
    expect(server.inbox).toHaveLength(1);
    await server.close();
  });

  it("tries an address that is refused for now until the last attempt, and sends other mails immediately in the meantime", async () => {
    const server = await startMailServer();
    server.answerFor("busy@example.test", 451);
    await using test = await createTestApp({ config: { SMTP_URL: server.url } });
    const admin = await lastingAdmin(test);
    const { id } = await test.image(admin);
    const send = (...emails: string[]) => test.call(sendItem, { body: { emails, itemId: id } }, admin);
    expectData(await send("busy@example.test"));
    expectData(await send("ok@example.test"));
    expect(server.inbox.map(({ to }) => to)).toEqual([["ok@example.test"]]);
    let attempts = 1;
    for (; (await outboxOf(test, admin)).some(({ status }) => status === "queued"); attempts += 1) {
      test.clock.advance(DAY_MS);
      await test.runJobs();
    }
    expect(attempts).toBeGreaterThan(10);
    expect((await outboxOf(test, admin)).find(({ to }) => to === "busy@example.test")).toMatchObject({ status: "failed", refusal: "busy" });
    expect((await test.runJobs()).failed).toEqual([]);
    expect(server.inbox).toHaveLength(1);
    await server.close();
  });

  it("R9: requests do not wait for an unavailable mail server; 20 mails arrive once later", async () => {
    const server = await startMailServer();
    await using test = await createTestApp({ config: { SMTP_URL: server.url } });
    const admin = await lastingAdmin(test);
    const { id } = await test.image(admin);
    await server.close();
    const people = await Promise.all(Array.from({ length: 10 }, () => test.user()));
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const before = performance.now();
      const answer =
        n % 2 === 0
          ? await test.call(sendItem, { body: { emails: [`friend${n}@example.test`], itemId: id } }, admin)
          : await test.call(sendResetPasswordEmail, { body: { email: people[(n - 1) / 2]?.email ?? "" } });
      times.push(performance.now() - before);
      expectData(answer);
    }
    // A request that waits for the mail server takes seconds. A single one can wait for the machine.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(300);
    expect(Math.max(...times)).toBeLessThan(3_000);
    const back = await startMailServer(server.port);
    for (let round = 0; round < 3; round += 1) {
      test.clock.advance(DAY_MS);
      await test.runJobs();
    }
    expect(back.inbox).toHaveLength(20);
    expect(new Set(back.inbox.map((mail) => mail.mail.messageId)).size).toBe(20);
    expect(new Set(back.inbox.map((mail) => mail.to[0])).size).toBe(20);
    expect((await outboxOf(test, admin)).every((mail) => mail.status === "sent")).toBe(true);
    await back.close();
  });
});
