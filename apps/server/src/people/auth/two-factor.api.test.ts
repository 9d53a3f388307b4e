import {
  CHALLENGE_FIELD,
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  listOutbox,
  login,
  setUpTwoFactor,
  updatePassword,
  verifyTwoFactor,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.user();
});
afterAll(() => test.close());

const PERIOD_MS = 30_000;
const codeOf = (secret: string, app = test, offsetMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() + offsetMs });
const wrongCode = (secret: string, app = test): string => {
  const right = new Set([-2, -1, 0, 1, 2].map((step) => codeOf(secret, app, step * PERIOD_MS)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.has(code)) ?? "";
};

/** Switches the codes of a user on, and moves to a time step whose code is unused. */
async function protect(user: TestUser, app = test) {
  const { secret, uri } = (await app.call(setUpTwoFactor, { body: {} }, user)).data();
  const { recoveryCodes } = (await app.call(enableTwoFactor, { body: { code: codeOf(secret, app) } }, user)).data();
  app.clock.advance(2 * PERIOD_MS);
  return { secret, uri, recoveryCodes };
}

/** Signs in with the right password and returns the challenge. */
async function challenged(user: TestUser, app = test, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.call(login, { body: { email: user.email, password: user.password } }, null, headers);
  expectError(answer, "two-factor-required");
  expect(answer.cookies).toEqual([]);
  const { details } = answer.json<{ details: { field: string; message: string }[] }>();
  return details.find(({ field }) => field === CHALLENGE_FIELD)?.message ?? "";
}

const verify = (challenge: string, given: { code?: string; recoveryCode?: string }, app = test) =>
  app.call(verifyTwoFactor, { body: { challenge, ...given } });
const mailsTo = async (address: string) =>
  (await test.call(listOutbox, { query: { limit: 200 } }, admin)).data().items.filter((mail) => mail.to === address);

describe("an authenticator app", () => {
  it("is on once its first code was entered, with ten recovery codes, a mail and an audit entry", async () => {
    const user = await test.user();
    const { secret, uri } = (await test.call(setUpTwoFactor, { body: {} }, user)).data();
    expect(uri).toContain(`secret=${secret}`);
    expectData(await test.call(login, { body: { email: user.email, password: user.password } }));
    expectError(await test.call(enableTwoFactor, { body: { code: wrongCode(secret) } }, user), "wrong-code");
    const enabled = await test.call(enableTwoFactor, { body: { code: codeOf(secret) } }, user);
    expect(enabled.headers["cache-control"]).toContain("no-store");
    expect(new Set(enabled.data().recoveryCodes).size).toBe(10);
    expect((await test.call(getTwoFactor, {}, user)).data()).toMatchObject({ recoveryCodesLeft: 10, hasPassword: true });
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(["Your authenticator app was switched on"]);
    const { rows } = await test.ports.pool.query("select action from audit where user_id = $1 and action like '%two-factor%'", [user.id]);
    expect(rows).toEqual([{ action: "auth.two-factor-enabled" }]);
  });

  it("stores neither its key nor its recovery codes readably", async () => {
    const user = await test.user();
    const { secret, recoveryCodes } = await protect(user);
    const { rows } = await test.ports.pool.query(
      "select t::text, (select string_agg(encode(hash, 'escape'), ' ') from recovery_codes where user_id = $1) as codes from two_factors t where user_id = $1",
      [user.id],
    );
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(JSON.stringify(rows)).not.toContain(text);
  });

  it("cannot be set up again while it is on, and asks an older session for the password", async () => {
    const user = await test.user();
    await protect(user);
    expectError(await test.call(setUpTwoFactor, { body: {} }, user), "two-factor-on");
    test.clock.advance(11 * 60_000);
    for (const route of [setUpTwoFactor, createRecoveryCodes, disableTwoFactor]) {
      expectError(await test.call(route, { body: {} }, user), "reauthentication-required");
      expectError(await test.call(route, { body: { password: "wrong horse 7" } }, user), "reauthentication-required");
    }
    expectData(await test.call(disableTwoFactor, { body: { password: user.password } }, user));
    expectError(await test.call(disableTwoFactor, { body: { password: user.password } }, user), "two-factor-off");
    expectData(await test.call(login, { body: { email: user.email, password: user.password } }));
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain("Your authenticator app was switched off");
  });
});

describe("a sign-in with an authenticator app", () => {
  it("has no session until the code is entered", async () => {
    const user = await test.user();
    const { secret } = await protect(user);
    const challenge = await challenged(user);
    expectError(await verify(challenge, { code: wrongCode(secret) }), "wrong-code");
    const answer = await verify(challenge, { code: codeOf(secret) });
    expect(answer.data().email).toBe(user.email);
    expect(answer.cookies.map(({ name }) => name)).toContain("refreshToken");
    expectError(await verify(challenge, { code: codeOf(secret, test, PERIOD_MS) }), "sign-in-expired");
  });

  it("accepts the codes before and after the current one, and no other", async () => {
    const user = await test.user();
    const { secret } = await protect(user);
    for (const offset of [-2, 2])
      expectError(await verify(await challenged(user), { code: codeOf(secret, test, offset * PERIOD_MS) }), "wrong-code");
    for (const offset of [-1, 0, 1]) expectData(await verify(await challenged(user), { code: codeOf(secret, test, offset * PERIOD_MS) }));
  });

  it("accepts a code once, also of two sign-ins at the same time", async () => {
    const user = await test.user();
    const { secret } = await protect(user);
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challenged(user)));
    const answers = await Promise.all(challenges.map((challenge) => verify(challenge, { code: codeOf(secret) })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
    test.clock.advance(PERIOD_MS);
    expectError(await verify(await challenged(user), { code: codeOf(secret, test, -PERIOD_MS) }), "wrong-code");
  });

  it("accepts a challenge once, also with two codes at the same time", async () => {
    const user = await test.user();
    const { secret, recoveryCodes } = await protect(user);
    const challenge = await challenged(user);
    const answers = await Promise.all([
      verify(challenge, { code: codeOf(secret) }),
      verify(challenge, { recoveryCode: recoveryCodes[0] ?? "" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
    // The refused attempt used nothing up.
    const left = (await test.call(getTwoFactor, {}, user)).data().recoveryCodesLeft;
    expect(left).toBe(answers[0]?.statusCode === 200 ? 10 : 9);
  });

  it("accepts a recovery code once, in any spelling, until new ones are made", async () => {
    const user = await test.user();
    const { recoveryCodes } = await protect(user);
    const [first = "", second = ""] = recoveryCodes;
    const spelled = ` ${first.toLowerCase().replaceAll("-", " ")}`;
    expectData(await verify(await challenged(user), { recoveryCode: spelled }));
    expectError(await verify(await challenged(user), { recoveryCode: first }), "wrong-code");
    expect((await test.call(getTwoFactor, {}, user)).data().recoveryCodesLeft).toBe(9);
    const renewed = (await test.call(createRecoveryCodes, { body: { password: user.password } }, user)).data().recoveryCodes;
    expectError(await verify(await challenged(user), { recoveryCode: second }), "wrong-code");
    expectData(await verify(await challenged(user), { recoveryCode: renewed[0] ?? "" }));
  });

  it("refuses unknown and old challenges, malformed codes, and both codes or none", async () => {
    const user = await test.user();
    const { secret } = await protect(user);
    const challenge = await challenged(user);
    expectError(await verify("made-up", { code: codeOf(secret) }), "sign-in-expired");
    expectError(await verify(challenge, {}), "validation-failed");
    expectError(await verify(challenge, { code: "12345" }), "validation-failed");
    expectError(await verify(challenge, { code: codeOf(secret), recoveryCode: "AAAA-BBBB-CCCC" }), "validation-failed");
    test.clock.advance(5 * 60_000);
    expectError(await verify(challenge, { code: codeOf(secret) }), "sign-in-expired");
  });

  it("ends when the password changes", async () => {
    const user = await test.user();
    const { secret } = await protect(user);
    const challenge = await challenged(user);
    const body = { email: user.email, oldPassword: user.password, password: "another horse 8" };
    expectData(await test.call(updatePassword, { body }, user));
    expectError(await verify(challenge, { code: codeOf(secret) }), "sign-in-expired");
  });

  it("still asks for a code after the password was reset by mail", async () => {
    const user = await test.user();
    await protect(user);
    await test.modules.auth.resets.request(user.email, "127.0.0.1");
    const mail = (await mailsTo(user.email)).find(({ subject }) => subject === "Reset your Stillreel password");
    const code = /code=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
    await test.modules.auth.resets.use(code, "reset horse 9", "127.0.0.1");
    expect(await challenged({ ...user, password: "reset horse 9" })).not.toBe("");
  });
});

describe("guessing codes", () => {
  it("is limited per challenge and per account, without locking the owner's browser out", async () => {
    const limited = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    try {
      const user = await limited.user();
      const { secret } = await protect(user, limited);
      const known = await limited.call(login, { body: { email: user.email, password: user.password } });
      expectError(known, "two-factor-required");
      const own = await verify(await challenged(user, limited), { code: codeOf(secret, limited) }, limited);
      const device = own.cookies.find(({ name }) => name.startsWith("device-"));
      limited.clock.advance(2 * PERIOD_MS);
      const bad = wrongCode(secret, limited);
      const first = await challenged(user, limited);
      for (let n = 0; n < 5; n += 1) expectError(await verify(first, { code: bad }, limited), "wrong-code");
      expectError(await verify(first, { code: codeOf(secret, limited) }, limited), "too-many-requests");
      const second = await challenged(user, limited);
      const burst = await Promise.all(Array.from({ length: 1_000 }, () => verify(second, { code: bad }, limited)));
      expect(burst.filter(({ statusCode }) => statusCode === 400).length).toBeLessThanOrEqual(5);
      expect(burst.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(995);
      expectError(await verify(await challenged(user, limited), { code: codeOf(secret, limited) }, limited), "too-many-requests");
      const headers = { cookie: `${device?.name}=${device?.value}` };
      expectData(await verify(await challenged(user, limited, headers), { code: codeOf(secret, limited) }, limited));
    } finally {
      await limited.close();
    }
  });

  it("needs the password: without it a sign-in never asks for a code", async () => {
    const user = await test.user();
    await protect(user);
    expectError(await test.call(login, { body: { email: user.email, password: "wrong horse 7" } }), "wrong-password");
  });
});
