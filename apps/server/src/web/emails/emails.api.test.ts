import {
  checkResetLink,
  getShare,
  getUserData,
  listOutbox,
  login,
  sendItem,
  sendResetPasswordEmail,
  setNewPassword,
  updateEmail,
  updatePassword,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startMailServer } from "@stillreel/testing/mail";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.user();
});
afterAll(() => test.close());

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "another horse 8";
const mailsTo = async (app: TestApp, address: string, reader = admin) =>
  (await app.call(listOutbox, { query: { limit: 200 } }, reader)).data().items.filter((mail) => mail.to === address);
const ask = (email: string, app = test) => app.call(sendResetPasswordEmail, { body: { email } });
const setPassword = (oobCode: string, newPassword = NEW_PASSWORD) => test.call(setNewPassword, { body: { oobCode, newPassword } });

async function codeFor(user: TestUser): Promise<string> {
  expectData(await ask(user.email));
  const [mail] = await mailsTo(test, user.email);
  const code = /http:\/\/localhost:8700\/auth\/reset\?code=([\w-]+)/u.exec(mail?.text ?? "")?.[1];
  if (!code) throw new Error(`no link in: ${mail?.text}`);
  return code;
}

describe("S7: reset links", () => {
  it("set a new password once, and end every session", async () => {
    const user = await test.user();
    const code = await codeFor(user);
    expectData(await test.call(checkResetLink, { query: { oobCode: code } }));
    expectData(await setPassword(code));
    expectError(await test.call(getUserData, {}, user), "unauthenticated");
    expectData(await test.call(login, { body: { email: user.email, password: NEW_PASSWORD } }));
    const again = await setPassword(code, "third horse 9");
    expectError(again, "reset-link-used");
    expectError(await test.call(checkResetLink, { query: { oobCode: code } }), "reset-link-used");
    expectData(await test.call(login, { body: { email: user.email, password: NEW_PASSWORD } }));
  });

  it("work for exactly one of many concurrent requests", async () => {
    const user = await test.user();
    const code = await codeFor(user);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => setPassword(code, `parallel horse ${n}`)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 410, 410, 410, 410, 410]);
  });

  it("expire after an hour, a change of address or password, or another link's use", async () => {
    const user = await test.user();
    const old = await codeFor(user);
    test.clock.advance(61 * MINUTE_MS);
    expectError(await setPassword(old), "reset-link-used");

    const second = await test.user();
    const beforeMove = await codeFor(second);
    expectData(await test.call(updateEmail, { body: { email: `moved-${second.email}` } }, second));
    expectError(await setPassword(beforeMove), "reset-link-used");

    const third = await test.user();
    const beforeChange = await codeFor(third);
    expectData(
      await test.call(updatePassword, { body: { email: third.email, oldPassword: third.password, password: NEW_PASSWORD } }, third),
    );
    expectError(await setPassword(beforeChange), "reset-link-used");

    const fourth = await test.user();
    const one = await codeFor(fourth);
    const two = await codeFor(fourth);
    expectData(await setPassword(two));
    expectError(await setPassword(one), "reset-link-used");
  });

  it("remain valid after a refused password; forged ones are refused", async () => {
    const user = await test.user();
    const code = await codeFor(user);
    for (const weak of ["short1", "nodigitshere", "password1"]) expectError(await setPassword(code, weak), "validation-failed");
    expectData(await setPassword(code));
    expectError(await setPassword("made-up"), "reset-link-used");
  });

  it("are stored hashed", async () => {
    const user = await test.user();
    const code = await codeFor(user);
    const { rows } = await test.ports.pool.query("select t::text from tokens t");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe("S6: asking for a reset link", () => {
  it("returns the same response for known and unknown addresses, and mails only known ones", async () => {
    const user = await test.user();
    const known = await ask(user.email);
    const unknown = await ask("nobody@example.test");
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(known.statusCode).toBe(200);
    expect(await mailsTo(test, user.email)).toHaveLength(1);
    expect(await mailsTo(test, "nobody@example.test")).toHaveLength(0);
    const { rows } = await test.ports.pool.query("select 1 from tokens where user_id is null and kind = 'reset-password'");
    expect(rows).toHaveLength(1);
    expectError(await ask("nonsense"), "validation-failed");
  });

  it("takes the same time for known and unknown addresses", async () => {
    const user = await test.user();
    const timeOf = async (email: string): Promise<number> => {
      const before = performance.now();
      await ask(email);
      return performance.now() - before;
    };
    await timeOf(user.email);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 41; round += 1) {
      known.push(await timeOf(user.email));
      unknown.push(await timeOf("nobody-at-all@example.test"));
    }
    // The minimum of many runs is the real cost, and the rest is noise.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it("is limited to three mails per address and ten requests per caller in an hour", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await strict.user();
    for (let n = 0; n < 5; n += 1) expectData(await ask(user.email, strict));
    expect(await mailsTo(strict, user.email, user)).toHaveLength(3);
    for (let n = 0; n < 5; n += 1) expectData(await ask(`nobody${n}@example.test`, strict));
    const over = await ask("one-more@example.test", strict);
    expectError(over, "too-many-requests");
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(3_000);
  });
});

describe("S22: sending an item", () => {
  it("uses the server's link and the user's name, not those of the request", async () => {
    const user = await test.user({ username: "Ann <b>&" });
    const { id } = await test.image(user, { title: "Plan “B” <script>" });
    const body = {
      emails: ["friend@example.test", "Friend@example.test"],
      itemLink: `https://evil.example/images/${id}?x=1`,
      itemPublicLink: "https://evil.example/phish",
      templateUrl: "http://169.254.169.254/latest",
      userDisplayName: "Your Bank",
      message: "Look!\r\nBcc: evil@example.test\n<img src=x onerror=alert(1)>",
    };
    expect((await test.call(sendItem, { body }, user)).data()).toEqual({ sent: ["Friend@example.test"], failed: [] });
    const [mail] = await mailsTo(test, "Friend@example.test");
    const { shareUrl } = (await test.call(getShare, { params: { workspaceId: "personal", itemId: id } }, user)).data();
    expect(mail?.text).toContain(shareUrl);
    expect(mail?.subject).toBe("Ann <b>& shared an image with you");
    expect(mail?.text).toContain("Plan “B” <script>\n");
    expect(mail?.html).not.toMatch(/<script|<img(?! src="cid:)|<b>/u);
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/evil\.example|169\.254|Your Bank/u);
    for (const [url] of `${mail?.text} ${mail?.html}`.matchAll(/https?:\/\/[^\s"<]+/gu)) expect(url).toMatch(/^http:\/\/localhost:8700\//u);
  });

  it("finds the item by id, by either link and by its share link", async () => {
    const user = await test.user();
    const { id } = await test.image(user);
    const { slug } = (await test.call(getShare, { params: { workspaceId: "personal", itemId: id } }, user)).data();
    for (const which of [
      { itemId: id },
      { itemLink: `/images/${id}` },
      { itemPublicLink: `http://localhost:8700/items/${id}/` },
      { itemPublicLink: `http://localhost:8700/s/${slug}` },
    ]) {
      expect((await test.call(sendItem, { body: { emails: ["friend@example.test"], ...which } }, user)).data().sent).toEqual([
        "friend@example.test",
      ]);
    }
  });

  it("is a 404 for items of other users, even by their share link", async () => {
    const [owner, stranger] = [await test.user(), await test.user()];
    const { id } = await test.image(owner);
    const { slug } = (await test.call(getShare, { params: { workspaceId: "personal", itemId: id } }, owner)).data();
    for (const which of [{ itemId: id }, { itemId: "nonsense" }, { itemLink: `/s/${slug}` }, { itemLink: "/s/nonsense" }]) {
      expectError(await test.call(sendItem, { body: { emails: ["x@example.test"], ...which } }, stranger), "not-found");
    }
    expectError(await test.call(sendItem, { body: { emails: ["x@example.test"], itemId: id } }), "unauthenticated");
    expect(await mailsTo(test, "x@example.test")).toHaveLength(0);
  });

  it("reports each invalid address, and refuses too many addresses or no item", async () => {
    const user = await test.user();
    const { id } = await test.image(user);
    const issues = expectError(
      await test.call(
        sendItem,
        { body: { emails: ["good@example.test", "bad", "a@b", "evil@example.test\r\nBcc: x@example.test"], itemId: id } },
        user,
      ),
      "validation-failed",
    );
    expect(issues.map((issue) => issue.field)).toEqual(["emails.1", "emails.2", "emails.3"]);
    expectError(
      await test.call(sendItem, { body: { emails: Array.from({ length: 100 }, (_, n) => `p${n}@example.test`), itemId: id } }, user),
      "validation-failed",
    );
    expectError(await test.call(sendItem, { body: { emails: [], itemId: id } }, user), "validation-failed");
    expectError(await test.call(sendItem, { body: { emails: ["a@example.test"] } }, user), "validation-failed");
    expectError(
      await test.call(sendItem, { body: { emails: ["a@example.test"], itemLink: "https://evil.example/phish" } }, user),
      "validation-failed",
    );
  });

  it("is limited to twenty per hour", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await strict.user();
    const { id } = await strict.image(user);
    const send = () => strict.call(sendItem, { body: { emails: ["friend@example.test"], itemId: id } }, user);
    for (let n = 0; n < 20; n += 1) expectData(await send());
    expectError(await send(), "too-many-requests");
  });

  it("reports the refused addresses, and sends to the others", async () => {
    const server = await startMailServer();
    server.answerFor("gone@example.test", 550);
    server.answerFor("busy@example.test", 451);
    await using mailing = await createTestApp({ config: { SMTP_URL: server.url } });
    const user = await mailing.user();
    const { id } = await mailing.image(user);
    const send = (...emails: string[]) => mailing.call(sendItem, { body: { emails, itemId: id } }, user);
    expect((await send("ok@example.test", "gone@example.test")).data()).toEqual({
      sent: ["ok@example.test"],
      failed: ["gone@example.test"],
    });
    expect(server.inbox.map((mail) => mail.to)).toEqual([["ok@example.test"]]);
    const none = await send("gone@example.test");
    expect(expectError(none, "mail-not-sent")).toEqual([{ field: "emails", code: "refused", message: "gone@example.test" }]);
    expect(none.json().message).toBe("Could not send e-mail to the listed addresses");
    // A temporary failure is not a refusal. The queue retries later.
    expect((await send("busy@example.test")).data()).toEqual({ sent: ["busy@example.test"], failed: [] });
    server.answerFor("busy@example.test", 250);
    mailing.clock.advance(MINUTE_MS);
    await mailing.runJobs();
    expect(server.inbox.map((mail) => mail.to[0])).toEqual(["ok@example.test", "busy@example.test"]);
    await server.close();
  });
});
