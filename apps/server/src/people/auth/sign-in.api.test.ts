import { createHmac } from "node:crypto";
import {
  deleteUser,
  endSession,
  getSignInOptions,
  getUserData,
  listOutbox,
  listSessions,
  login,
  logout,
  refresh,
  register,
  updatePreferences,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.user({ email: "admin@example.test" });
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

describe("register", () => {
  it("signs the new account in, by body and by cookies", async () => {
    const answer = await test.call(register, { body: { email: " Ann@Example.test ", password: "correct horse 7", username: "Ann" } });
    const session = expectData(answer, 201);
    expect(session).toEqual({
      idToken: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/u),
      email: "Ann@Example.test",
      displayName: "Ann",
      photoURL: null,
      isNewUser: true,
    });
    const cookies = setCookies(answer);
    expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["idToken", "refreshToken"]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/u);
      expect(cookie).not.toContain("Max-Age");
    }
  });

  it("refuses an address that is taken, however it is written", async () => {
    await test.user({ email: "taken@example.test" });
    const answer = await test.call(register, { body: { email: "TAKEN@example.test", password: "correct horse 7", username: "B" } });
    expectError(answer, "email-already-in-use");
    expect(answer.json().message).toBe("User with this email already exists");
  });

  it.each([
    ["email", { email: "nobody" }],
    ["password", { password: "short1" }],
    ["password", { password: "no digit here" }],
    ["password", { password: "Password1" }],
    ["username", { username: "  " }],
    ["username", { username: "x".repeat(33) }],
  ])("refuses a bad %s: %o", async (field, change) => {
    const answer = await test.call(register, {
      body: { email: "new@example.test", password: "correct horse 7", username: "New", ...change },
    });
    expect(expectError(answer, "validation-failed").map((issue) => issue.field)).toEqual([field]);
  });

  it("makes one administrator, however many come first at once", async () => {
    await using fresh = await createTestApp();
    expect((await fresh.call(getSignInOptions)).data().hasUsers).toBe(false);
    const people = await Promise.all(Array.from({ length: 6 }, () => fresh.user()));
    const roles = await Promise.all(people.map(async (user) => (await fresh.call(getUserData, {}, user)).data().role));
    expect(roles.filter((role) => role === "admin")).toHaveLength(1);
    expect((await fresh.call(getSignInOptions)).data()).toEqual({ host: "localhost:8700", google: null, oidc: null, hasUsers: true });
  });

  it("lets one of many win the same address", async () => {
    const bodies = Array.from({ length: 5 }, () => ({ email: "race@example.test", password: "correct horse 7", username: "Racer" }));
    const answers = await Promise.all(bodies.map((body) => test.call(register, { body })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe("login", () => {
  it("sets cookies for 30 days when remembered, and for the browser's session else", async () => {
    const user = await test.user();
    const remembered = setCookies(await attempt(user.email, user.password, true));
    expect(remembered.every((cookie) => cookie.includes("; Max-Age=2592000;"))).toBe(true);
    const forgotten = setCookies(await attempt(user.email.toUpperCase(), user.password));
    expect(forgotten).toHaveLength(2);
    expect(forgotten.some((cookie) => cookie.includes("Max-Age"))).toBe(false);
  });

  it("marks cookies Secure on https", async () => {
    await using secure = await createTestApp({ config: { PUBLIC_URL: "https://shots.example.test" } });
    const answer = await secure.call(register, { body: { email: "a@example.test", password: "correct horse 7", username: "A" } });
    expect(setCookies(answer).every((cookie) => cookie.endsWith("; Secure"))).toBe(true);
  });

  it("says the same of a wrong password and an unknown address", async () => {
    const user = await test.user();
    const wrong = await attempt(user.email, "wrong horse 7");
    const unknown = await attempt("nobody@example.test", "wrong horse 7");
    expectError(wrong, "wrong-password");
    expect(wrong.json().message).toBe("Invalid email or password! Please enter again.");
    expect(unknown.body).toBe(wrong.body);
  });

  it("S6: takes the same time for a wrong password and an unknown address", async () => {
    // The cost of production: with the minimal one the hash would not dominate the time.
    await using standard = await createTestApp({ config: { PASSWORD_COST: "standard" } });
    const user = await standard.user();
    const timeOf = async (email: string): Promise<number> => {
      const before = performance.now();
      await standard.call(login, { body: { email, password: "wrong horse 7" } }, null);
      return performance.now() - before;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      known.push(await timeOf(user.email));
      unknown.push(await timeOf("nobody-at-all@example.test"));
    }
    // The minimum of many runs is the real cost, and the rest is noise. Without the dummy hash the ratio would be a tenth.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });
});

describe("S5: brute force", () => {
  it("answers 429 with Retry-After from the sixth wrong password on, the right one included, and opens again later", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await strict.user();
    const tries = (password: string, forwardedFor = "") =>
      strict.call(login, { body: { email: user.email, password } }, null, forwardedFor ? { "x-forwarded-for": forwardedFor } : {});
    for (let n = 0; n < 5; n += 1) expectError(await tries("wrong horse 7", `10.0.0.${n}`), "wrong-password");
    const sixth = await tries("wrong horse 7", "10.0.0.99");
    expectError(sixth, "too-many-requests");
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(800);
    expectError(await tries(user.password), "too-many-requests");
    strict.clock.advance(16 * MINUTE_MS);
    expectData(await tries(user.password));
  });

  it("cannot be outrun by many tries at once", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await strict.user();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => strict.call(login, { body: { email: user.email, password: "wrong horse 7" } })),
    );
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(5);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(15);
  });

  it("counts wrong tries alone, forgets them after a right one, and obeys RATE_LIMIT_FACTOR", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const user = await strict.user();
    const tryWith = (password: string) => strict.call(login, { body: { email: user.email, password } });
    for (let n = 0; n < 4; n += 1) expectError(await tryWith("wrong horse 7"), "wrong-password");
    for (let n = 0; n < 8; n += 1) expectData(await tryWith(user.password));
    for (let n = 0; n < 5; n += 1) expectError(await tryWith("wrong horse 7"), "wrong-password");
    expectError(await tryWith(user.password), "too-many-requests");
    await using loose = await createTestApp({ config: { RATE_LIMIT_FACTOR: "2" } });
    const other = await loose.user();
    for (let n = 0; n < 10; n += 1)
      expectError(await loose.call(login, { body: { email: other.email, password: "wrong horse 7" } }), "wrong-password");
    expectError(await loose.call(login, { body: { email: other.email, password: "wrong horse 7" } }), "too-many-requests");
  });
});

describe("sessions", () => {
  it("accept headers, bearer and cookies, whatever the headers' case", async () => {
    const user = await test.user();
    const ways: Record<string, string>[] = [
      { idToken: user.idToken, refreshToken: user.refreshToken },
      { idtoken: user.idToken },
      { REFRESHTOKEN: user.refreshToken },
      { authorization: `Bearer ${user.idToken}` },
      asCookies(user),
      asCookies({ refreshToken: user.refreshToken }),
      { idtoken: "garbage", refreshtoken: user.refreshToken },
    ];
    for (const headers of ways) expect((await test.call(getUserData, {}, null, headers)).data().email).toBe(user.email);
  });

  it.each([
    {},
    { idtoken: "garbage" },
    { refreshtoken: "garbage" },
    { refreshtoken: "x".repeat(43) },
    { authorization: "Basic abc" },
    { cookie: "idToken=; refreshToken=" },
  ] as Record<string, string>[])("are not there for %o", async (headers) => {
    const answer = await test.call(getUserData, {}, null, headers);
    expectError(answer, "unauthenticated");
  });

  it("renew a missing or expired idToken by the refreshToken: in a header, and in cookies where cookies were used", async () => {
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

  it("R22: bear a clock that is a minute off, not ten", async () => {
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

  it("end after a day, or slide 30 days when remembered", async () => {
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
      // The extension of the session is written in the background.
      await expect
        .poll(
          async () =>
            (
              await aged.ports.pool.query("select 1 from sessions where expires_at > $1", [
                new Date(aged.clock.now().getTime() + 29.5 * DAY_MS),
              ])
            ).rowCount,
        )
        .toBe(1);
    }
    aged.clock.advance(31 * DAY_MS);
    expect(await isAlive(remembered.refreshToken)).toBe(false);
  });

  it("refresh by the refreshToken alone", async () => {
    const user = await test.user();
    const fresh = await test.call(refresh, {}, null, { refreshtoken: user.refreshToken });
    expect(fresh.data()).toMatchObject({ email: user.email, refreshToken: user.refreshToken, isNewUser: false });
    expect((await test.call(getUserData, {}, null, { idtoken: fresh.data().idToken })).statusCode).toBe(200);
    expectError(await test.call(refresh), "unauthenticated");
    expectError(await test.call(refresh, {}, null, { idtoken: user.idToken }), "unauthenticated");
    expectError(await test.call(refresh, {}, null, { idtoken: user.idToken, refreshtoken: "y".repeat(43) }), "unauthenticated");
  });

  it("S8: die at once with logout, both tokens, and logout can be repeated", async () => {
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

  it("S8: can be listed and ended from another device; another's cannot", async () => {
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

  it("keep the refreshToken hashed", async () => {
    const user = await test.user();
    const { rows } = await test.ports.pool.query("select encode(token_hash, 'escape') as hash from sessions");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => String(row.hash).includes(user.refreshToken))).toBe(false);
  });
});

describe("S9: idToken attacks", () => {
  const decode = (part: string | undefined): Record<string, unknown> => JSON.parse(Buffer.from(part ?? "", "base64url").toString());
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

  it("are all refused, while a token of any JWT library with our key is fine", async () => {
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

describe("S18: cross-site requests that live on cookies", () => {
  const change = (headers: Record<string, string>) => test.call(updatePreferences, { body: { theme: "dark" } }, null, headers);

  it.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:8701" },
    { origin: "https://localhost:8700" },
    { referer: "https://evil.example/page" },
    { referer: "not a url" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ] as Record<string, string>[])("are refused: %o", async (headers) => {
    expectError(await change({ ...asCookies(admin), ...headers }), "cross-origin");
  });

  it.each([
    { origin: "http://localhost:8700" },
    { origin: "http://127.0.0.1:8700", host: "127.0.0.1:8700" },
    { referer: "http://localhost:8700/images" },
    { "sec-fetch-site": "same-origin" },
    {},
  ] as Record<string, string>[])("are told from our own: %o", async (headers) => {
    const user = await test.user();
    expectData(await change({ ...asCookies(user), ...headers }));
  });

  it("do not concern requests that carry their tokens in headers, reading ones, or signing in", async () => {
    const user = await test.user();
    const evil = { origin: "https://evil.example" };
    expectData(await change({ ...user.headers, ...evil }));
    expectData(await test.call(getUserData, {}, null, { ...asCookies(user), ...evil }));
    expectData(
      await attempt(user.email, user.password, false, {
        ...asCookies({ idToken: "old", refreshToken: "old" }),
        origin: "chrome-extension://abcdef",
      }),
    );
  });

  it("never get a permission to read the answer", async () => {
    const answer = await test.call(getUserData, {}, admin, { origin: "https://evil.example" });
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("S32: the audit log", () => {
  it("tells of sign-ups, sign-ins and refusals, without secrets", async () => {
    const user = await test.user();
    await attempt(user.email, "wrong horse 7");
    await attempt(user.email, user.password);
    const { rows } = await test.ports.pool.query(
      "select a.* from audit a join users u on u.id = a.user_id where u.email = $1 order by a.at, a.id",
      [user.email],
    );
    expect(rows.map((row) => row.action)).toEqual(["auth.registered", "auth.signed-in", "auth.sign-in-refused", "auth.signed-in"]);
    expect(rows.every((row) => row.ip === "127.0.0.1")).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/horse|\w{43}/u);
  });
});

describe("roles", () => {
  it("keep administrators' calls to administrators", async () => {
    expectData(await test.call(listOutbox, {}, admin));
    expectError(await test.call(listOutbox, {}, await test.user()), "forbidden");
    expectError(await test.call(listOutbox), "unauthenticated");
    expectError(
      await test.call(deleteUser, { body: { email: "a@b.test", password: "x", phrase: "delete my account" } }),
      "unauthenticated",
    );
  });
});
