import { createHmac } from "node:crypto";
import { endOtherSessions, endSession, getUserData, listSessions, login, logout, refresh } from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp } from "@stillreel/testing";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.user({ email: "admin@example.test" });
});
afterAll(() => test.close());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const asCookies = (user: { idToken?: string; refreshToken?: string }): Record<string, string> => ({
  cookie: [user.idToken && `idToken=${user.idToken}`, user.refreshToken && `refreshToken=${user.refreshToken}`].filter(Boolean).join("; "),
});
const setCookies = (answer: { headers: Record<string, unknown> }): string[] => [answer.headers["set-cookie"] ?? []].flat() as string[];
const attempt = (email: string, password: string, remember?: boolean, headers?: Record<string, string>) =>
  test.call(login, { body: { email, password, ...(remember === undefined ? {} : { remember }) } }, null, headers);

describe("sessions", () => {
  it("accept token headers in any letter case, bearer tokens and cookies", async () => {
    const user = await test.user();
    const clients: Record<string, string>[] = [
      { idToken: user.idToken, refreshToken: user.refreshToken },
      { idtoken: user.idToken },
      { REFRESHTOKEN: user.refreshToken },
      { authorization: `Bearer ${user.idToken}` },
      asCookies(user),
      asCookies({ refreshToken: user.refreshToken }),
      { idtoken: "garbage", refreshtoken: user.refreshToken },
    ];
    for (const headers of clients) expect((await test.call(getUserData, {}, null, headers)).data().email).toBe(user.email);
  });

  it.each([
    {},
    { idtoken: "garbage" },
    { refreshtoken: "garbage" },
    { refreshtoken: "x".repeat(43) },
    { authorization: "Basic abc" },
    { cookie: "idToken=; refreshToken=" },
  ] as Record<string, string>[])("do not exist for %o", async (headers) => {
    const answer = await test.call(getUserData, {}, null, headers);
    expectError(answer, "unauthenticated");
  });

  it("renew a missing or expired idToken by the refreshToken, in a header and in cookies", async () => {
    const user = await test.user();
    const missing = await test.call(getUserData, {}, null, { refreshtoken: user.refreshToken });
    expect((await test.call(getUserData, {}, null, { idtoken: String(missing.headers["idtoken"]) })).data().email).toBe(user.email);
    expect(missing.headers["set-cookie"]).toBeUndefined();
    expect((await test.call(getUserData, {}, user)).headers["idtoken"]).toBeUndefined();

    test.clock.advance(12 * MINUTE_MS);
    const expired = await test.call(getUserData, {}, null, asCookies(user));
    expect(expired.statusCode).toBe(200);
    const cookies = setCookies(expired);
    expect(cookies[0]).toContain(`idToken=${String(expired.headers["idtoken"])}`);
    expect(cookies[1]).toContain(`refreshToken=${user.refreshToken}`);
    expectError(await test.call(getUserData, {}, null, { idtoken: user.idToken }), "unauthenticated");
  });

  it("R22: tolerate a clock offset of one minute, not of ten", async () => {
    const user = await test.user();
    test.clock.advance(10 * MINUTE_MS + 50_000);
    expect((await test.call(getUserData, {}, null, { idtoken: user.idToken })).statusCode).toBe(200);
    test.clock.advance(MINUTE_MS);
    expect((await test.call(getUserData, {}, null, { idtoken: user.idToken })).statusCode).toBe(401);
    const late = await test.user();
    test.clock.advance(-50_000);
    expect((await test.call(getUserData, {}, null, { idtoken: late.idToken })).statusCode).toBe(200);
    test.clock.advance(-10 * MINUTE_MS);
    expect((await test.call(getUserData, {}, null, { idtoken: late.idToken })).statusCode).toBe(401);
    test.clock.advance(11 * MINUTE_MS);
  });

  it("end after a day, or 30 days after their last use when remembered", async () => {
    await using aged = await createTestApp();
    const user = await aged.user();
    const remembered = (await aged.call(login, { body: { email: user.email, password: user.password, remember: true } })).data();
    const isAlive = async (refreshtoken: string): Promise<boolean> =>
      (await aged.call(getUserData, {}, null, { refreshtoken })).statusCode === 200;
    aged.clock.advance(DAY_MS - MINUTE_MS);
    expect(await isAlive(user.refreshToken)).toBe(true);
    aged.clock.advance(2 * MINUTE_MS);
    expect(await isAlive(user.refreshToken)).toBe(false);
    for (let month = 0; month < 3; month += 1) {
      aged.clock.advance(28 * DAY_MS);
      expect(await isAlive(remembered.refreshToken)).toBe(true);
      // The extension of the session is written in the background. A request during the previous write leaves it to the next one.
      const after = new Date(aged.clock.now().getTime() + 29.5 * DAY_MS);
      await expect
        .poll(async () => {
          await isAlive(remembered.refreshToken);
          return (await aged.ports.pool.query("select 1 from sessions where expires_at > $1", [after])).rowCount;
        })
        .toBe(1);
    }
    aged.clock.advance(31 * DAY_MS);
    expect(await isAlive(remembered.refreshToken)).toBe(false);
  });

  it("are refreshed by the refreshToken only", async () => {
    const user = await test.user();
    const fresh = await test.call(refresh, {}, null, { refreshtoken: user.refreshToken });
    expect(fresh.data()).toMatchObject({ email: user.email, refreshToken: user.refreshToken, isNewUser: false });
    expect((await test.call(getUserData, {}, null, { idtoken: fresh.data().idToken })).statusCode).toBe(200);
    expectError(await test.call(refresh), "unauthenticated");
    expectError(await test.call(refresh, {}, null, { idtoken: user.idToken }), "unauthenticated");
    expectError(await test.call(refresh, {}, null, { idtoken: user.idToken, refreshtoken: "y".repeat(43) }), "unauthenticated");
  });

  it("S8: both tokens are invalid immediately after logout, and logout can be repeated", async () => {
    const user = await test.user();
    const first = await test.call(logout, {}, null, asCookies(user));
    expectData(first);
    expect(setCookies(first)).toHaveLength(2);
    expect(setCookies(first).every((cookie) => /^\w+=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/u.test(cookie))).toBe(true);
    for (const headers of [{ idtoken: user.idToken }, { refreshtoken: user.refreshToken }, asCookies(user)])
      expectError(await test.call(getUserData, {}, null, headers), "unauthenticated");
    expectData(await test.call(logout, {}, user));
    expectData(await test.call(logout));
  });

  it("S8: can be listed and ended from another device; another user cannot end them", async () => {
    const user = await test.user();
    const phone = (await attempt(user.email, user.password, true, { "user-agent": "Phone/1" })).data();
    const { items } = (await test.call(listSessions, {}, user)).data();
    expect(items).toHaveLength(2);
    expect(items.find((session) => session.current)?.userAgent).not.toBe("Phone/1");
    const other = items.find((session) => !session.current);
    expect(other).toMatchObject({ userAgent: "Phone/1", ip: "127.0.0.1" });
    expect(JSON.stringify(items)).not.toContain(phone.refreshToken);
    const stranger = await test.user();
    expectError(await test.call(endSession, { params: { sessionId: other?.id ?? "" } }, stranger), "not-found");
    expectError(await test.call(endSession, { params: { sessionId: "nonsense" } }, user), "not-found");
    expectData(await test.call(endSession, { params: { sessionId: other?.id ?? "" } }, user));
    expectError(await test.call(getUserData, {}, null, { idtoken: phone.idToken, refreshtoken: phone.refreshToken }), "unauthenticated");
    expectData(await test.call(getUserData, {}, user));
  });

  it("S8: end immediately on all other devices, with an audit entry; this one and other users stay signed in", async () => {
    const [user, stranger] = [await test.user(), await test.user()];
    const others = [await attempt(user.email, user.password, true), await attempt(user.email, user.password)].map((answer) =>
      answer.data(),
    );
    expect(expectData(await test.call(endOtherSessions, {}, user))).toEqual({ ended: 2 });
    for (const { idToken, refreshToken } of others)
      expectError(await test.call(getUserData, {}, null, { idtoken: idToken, refreshtoken: refreshToken }), "unauthenticated");
    expect((await test.call(listSessions, {}, user)).data().items).toMatchObject([{ current: true }]);
    expectData(await test.call(getUserData, {}, stranger));
    expect(expectData(await test.call(endOtherSessions, {}, user))).toEqual({ ended: 0 });
    const { rows } = await test.ports.pool.query("select details from audit where user_id = $1 and action = 'auth.other-sessions-ended'", [
      user.id,
    ]);
    expect(rows).toEqual([{ details: { count: 2 } }]);
  });

  it("store only a hash of the refreshToken", async () => {
    const user = await test.user();
    const { rows } = await test.ports.pool.query("select encode(token_hash, 'escape') as hash from sessions");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => String(row.hash).includes(user.refreshToken))).toBe(false);
  });
});

describe("S9: idToken attacks", () => {
  const decode = (part: string | undefined): Record<string, unknown> => JSON.parse(Buffer.from(part ?? "", "base64url").toString());
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

  it("are all refused, but a token of another JWT library with the server's key is accepted", async () => {
    const user = await test.user();
    const [header, payload, signature] = user.idToken.split(".");
    const claims = decode(payload);
    const key = test.ports.keys.derive("id-token");
    const kid = String(decode(header)["kid"]);
    const now = Math.floor(test.clock.now().getTime() / 1000);
    const mint = (change: Record<string, unknown>, head: Record<string, unknown> = {}, secret: Uint8Array = key): Promise<string> =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "HS256", typ: "JWT", kid, ...head }).sign(secret);
    const none = `${encode({ alg: "none", typ: "JWT", kid })}.${payload}.`;
    const sign = (head: unknown, body: unknown): string => {
      const text = `${encode(head)}.${encode(body)}`;
      return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
    };
    const attacks: Record<string, string> = {
      "other audience": await mint({ aud: "elsewhere" }),
      "other issuer": await mint({ iss: "https://evil.example" }),
      expired: await mint({ iat: now - 1_200, exp: now - 600 }),
      "from the future": await mint({ iat: now + 600, exp: now + 1_200 }),
      "foreign key": await mint({}, {}, test.ports.keys.derive("cookies")),
      "unknown kid": await mint({}, { kid: "zz" }),
      "alg none": none,
      "alg none, signed": `${none}${signature}`,
      "other algorithm": await mint({}, { alg: "HS512" }, Buffer.concat([key, key])),
      "alg RS256, signed as HS256": sign({ alg: "RS256", typ: "JWT", kid }, claims),
      tampered: `${header}.${encode({ ...claims, sub: "00000000-0000-7000-8000-000000000000" })}.${signature}`,
      "another's session": await mint({ sub: "00000000-0000-7000-8000-000000000000" }),
      "no session": await mint({ sid: "x" }),
      "not JSON": sign("x", "y"),
      truncated: user.idToken.slice(0, -3),
      garbage: "abc",
      "a dot after the signature": `${user.idToken}.`,
      dots: "..",
      huge: `${header}.${"a".repeat(5_000)}.${signature}`,
    };
    for (const [name, token] of Object.entries(attacks)) {
      const answer = await test.call(getUserData, {}, null, { idtoken: token });
      expect([name, answer.statusCode]).toEqual([name, 401]);
    }
    expect((await test.call(getUserData, {}, null, { idtoken: await mint({}) })).statusCode).toBe(200);
  });
});
