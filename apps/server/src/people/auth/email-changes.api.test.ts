import {
  confirmEmailChange,
  getUserData,
  listOutbox,
  login,
  logout,
  requestEmailChange,
  updateEmail,
  updatePassword,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp({ config: { SMTP_URL: "smtp://127.0.0.1:9" } });
  admin = await test.user();
});
afterAll(() => test.close());

const DAY_MS = 24 * 3_600_000;
const mailsTo = async (address: string, app = test, reader = admin) =>
  (await app.call(listOutbox, { query: { limit: 200 } }, reader)).data().items.filter((mail) => mail.to === address);
const emailOf = async (user: TestUser, app = test): Promise<string> => (await app.call(getUserData, {}, user)).data().email;
const confirm = (code: string) => test.call(confirmEmailChange, { body: { code } });

/** Requests a change and returns the code of the mail's link. */
async function request(user: TestUser, email: string): Promise<string> {
  expect((await test.call(requestEmailChange, { body: { email } }, user)).data()).toEqual({ pending: true });
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Confirm your Stillreel e-mail address");
  return /code=([\w.-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("a requested change of the e-mail address", () => {
  it("takes effect when the link in the mail is opened, and notifies both addresses", async () => {
    const user = await test.user();
    const email = `new-${user.email}`;
    const code = await request(user, email);
    expect(await emailOf(user)).toBe(user.email);
    const [report, ...others] = await mailsTo(user.email);
    expect([report?.subject, others]).toEqual(["Your Stillreel e-mail address is about to change", []]);
    expect(report?.text).toContain(email);
    expect((await confirm(code)).data()).toEqual({ email });
    expect((await test.call(getUserData, {}, user)).data()).toMatchObject({ email, emailVerified: true });
    expectData(await test.call(login, { body: { email, password: user.password } }));
    for (const address of [user.email, email])
      expect((await mailsTo(address)).map(({ subject }) => subject)).toContain("Your Stillreel e-mail address was changed");
  });

  it("also waits for the link when the address is changed by PUT", async () => {
    const user = await test.user();
    const email = `put-${user.email}`;
    expect((await test.call(updateEmail, { body: { email } }, user)).data().email).toBe(user.email);
    const [mail] = await mailsTo(email);
    const code = /code=([\w.-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await confirm(code)).data()).toEqual({ email });
    expect(await emailOf(user)).toBe(email);
  });

  it("can be confirmed once, and only with a code of this server", async () => {
    const user = await test.user();
    const code = await request(user, `once-${user.email}`);
    expectError(await confirm(`${code.slice(0, -2)}AA`), "email-link-used");
    expectError(await confirm("nonsense"), "email-link-used");
    expectData(await confirm(code));
    expectError(await confirm(code), "email-link-used");
  });

  it("is stopped by a new password and by the end of the session that requested it", async () => {
    const user = await test.user();
    const code = await request(user, `stranger-${user.email}`);
    const change = { email: user.email, oldPassword: user.password, password: "another horse 8" };
    expectData(await test.call(updatePassword, { body: change }, user));
    expectError(await confirm(code), "email-link-used");
    const second = await request(user, `second-${user.email}`);
    expectData(await test.call(logout, {}, user));
    expectError(await confirm(second), "email-link-used");
  });

  it("is refused for a used address, also when the address is taken before the confirmation", async () => {
    const user = await test.user();
    const asked = await test.call(requestEmailChange, { body: { email: admin.email } }, user);
    expectError(asked, "email-already-in-use");
    const email = `taken-${user.email}`;
    const code = await request(user, email);
    await test.user({ email });
    expectError(await confirm(code), "email-already-in-use");
  });

  it("needs the password in an older session", async () => {
    const user = await test.user();
    test.clock.advance(11 * 60_000);
    const email = `later-${user.email}`;
    expectError(await test.call(requestEmailChange, { body: { email } }, user), "reauthentication-required");
    expect((await test.call(requestEmailChange, { body: { email, password: user.password } }, user)).data()).toEqual({ pending: true });
  });

  it("sends at most five mails an hour for each user", async () => {
    const limited = await createTestApp({ config: { SMTP_URL: "smtp://127.0.0.1:9", RATE_LIMIT_FACTOR: "1" } });
    try {
      const user = await limited.user();
      for (let n = 0; n < 5; n += 1) expectData(await limited.call(requestEmailChange, { body: { email: `n${n}-${user.email}` } }, user));
      expectError(await limited.call(requestEmailChange, { body: { email: `more-${user.email}` } }, user), "too-many-requests");
    } finally {
      await limited.close();
    }
  });

  it("takes effect immediately without a mail server", async () => {
    const local = await createTestApp();
    try {
      const user = await local.user();
      const email = `new-${user.email}`;
      expect((await local.call(requestEmailChange, { body: { email } }, user)).data()).toEqual({ pending: false });
      expect(await emailOf(user, local)).toBe(email);
    } finally {
      await local.close();
    }
  });

  // The sessions of the other tests expire with it.
  it("can be confirmed for a day", async () => {
    const other = await test.user();
    const late = await request(other, `late-${other.email}`);
    test.clock.advance(DAY_MS);
    expectError(await confirm(late), "email-link-used");
  });
});
