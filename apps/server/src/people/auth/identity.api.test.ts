import { deleteUser, getUserData, loginGoogle, register } from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp } from "@stillreel/testing";
import { startIdentityProvider, type IdentityProvider, type TokenChange } from "@stillreel/testing/oidc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PEOPLE = {
  ann: { email: "ann@example.test", email_verified: true, name: "Ann" },
  bob: { email: "bob@example.test", email_verified: false, name: "Bob\u0000\u202e" },
  gil: { email: "gil@gmail.com", email_verified: true, name: "G".repeat(60) },
  taken: { email: "taken@example.test", email_verified: true, name: "Taken" },
};
const ORIGIN = "http://localhost:8700";
const CALLBACK = `${ORIGIN}/api/v1/auth/oidc/callback`;

const configOf = (provider: IdentityProvider) => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  GOOGLE_CLIENT_ID: provider.clientId,
  GOOGLE_ISSUERS: provider.issuer,
  GOOGLE_JWKS_URI: provider.jwksUri,
  ALLOW_INSECURE_UPSTREAM: "true",
});

let idp: IdentityProvider;
let test: TestApp;
beforeAll(async () => {
  idp = await startIdentityProvider(PEOPLE);
  idp.allowRedirect(CALLBACK);
  test = await createTestApp({ config: configOf(idp) });
});
afterAll(async () => {
  await test.close();
  await idp.close();
});

const count = async (table: "users" | "sessions" | "identities"): Promise<number> =>
  Number((await test.ports.pool.query(`select count(*) from ${table}`)).rows[0].count);
const cookieOf = (answer: { headers: Record<string, unknown> }, name: string): string =>
  ([answer.headers["set-cookie"] ?? []].flat() as string[]).find((line) => line.startsWith(`${name}=`))?.split(";")[0] ?? "";
const pathOf = (url: string): string => url.slice(ORIGIN.length);

async function start(next?: string): Promise<{ url: string; cookie: string }> {
  const answer = await test.app.inject({ url: `/api/v1/auth/oidc/start${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}` });
  expect(answer.statusCode).toBe(302);
  return { url: String(answer.headers.location), cookie: cookieOf(answer, "oidcState") };
}
const comeBack = (url: string, cookie?: string) => test.app.inject({ url: pathOf(url), headers: cookie ? { cookie } : {} });

describe("deletion of an account without a password", () => {
  it("needs the account's own address and a sign-in of the last ten minutes", async () => {
    const phrase = "delete my account";
    const email = "leaving@gmail.com";
    await using own = await createTestApp({ config: configOf(idp) });
    const signIn = async () => {
      const credentials = await idp.mint({ subject: "leaving", claims: { email, email_verified: true, name: "Lea" } });
      const { idToken, refreshToken } = (await own.call(loginGoogle, { body: { credentials } })).data();
      return { idtoken: idToken, refreshtoken: refreshToken };
    };
    const old = await signIn();
    expectError(await own.call(deleteUser, { body: { email: "other@gmail.com", phrase } }, null, old), "different-account");
    own.clock.advance(11 * 60_000);
    expectError(await own.call(deleteUser, { body: { email, phrase } }, null, old), "reauthentication-required");
    const fresh = await signIn();
    expectData(await own.call(deleteUser, { body: { email, phrase } }, null, fresh));
    expectError(await own.call(getUserData, {}, null, fresh), "unauthenticated");
  });
});

describe("OpenID Connect", () => {
  it("creates an account at the first sign-in, and uses it again later", async () => {
    idp.choose("ann");
    const { url, cookie } = await start("/images?x=1");
    expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
    const answer = await comeBack(await idp.visit(url, CALLBACK), cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/images?x=1"]);
    const session = { cookie: `${cookieOf(answer, "idToken")}; ${cookieOf(answer, "refreshToken")}` };
    const user = (await test.call(getUserData, {}, null, session)).data();
    expect(user).toMatchObject({ email: "ann@example.test", displayName: "Ann", provider: "oidc", emailVerified: true });

    const again = await start();
    const second = await comeBack(await idp.visit(again.url, CALLBACK), again.cookie);
    expect(second.headers.location).toBe("/");
    const same = (await test.call(getUserData, {}, null, { cookie: cookieOf(second, "refreshToken") })).data();
    expect(same.id).toBe(user.id);
    const { rows } = await test.ports.pool.query('select subject from outbox where "to" = $1', ["ann@example.test"]);
    expect(rows).toEqual([{ subject: "Welcome to Stillreel" }]);
  });

  it("binds the state to the browser by a separate cookie", async () => {
    const answer = await test.app.inject({ url: "/api/v1/auth/oidc/start" });
    const [line] = [answer.headers["set-cookie"] ?? []].flat();
    expect(line).toMatch(/^oidcState=[\w-]{43}; Path=\/api\/v1\/auth\/oidc\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/u);
  });

  it("returns to the sign-in page when the user declines", async () => {
    idp.decline(true);
    const { url, cookie } = await start();
    const answer = await comeBack(await idp.visit(url, CALLBACK), cookie);
    idp.decline(false);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/auth/login?error=sign-in-declined"]);
    expect(cookieOf(answer, "refreshToken")).toBe("");
  });

  it("does not link an existing account by its address alone", async () => {
    await test.call(register, { body: { email: "taken@example.test", password: "correct horse 7", username: "Taken" } });
    idp.choose("taken");
    const { url, cookie } = await start();
    const answer = await comeBack(await idp.visit(url, CALLBACK), cookie);
    expect(answer.headers.location).toBe("/auth/login?error=email-already-in-use");
  });

  it("S10: refuses foreign, reused and forged states, also of other browsers, and stores nothing", async () => {
    idp.choose("bob");
    const mine = await start();
    const other = await start();
    const back = await idp.visit(mine.url, CALLBACK);
    const before = [await count("users"), await count("sessions"), await count("identities")];
    const withState = (state: string): string => {
      const url = new URL(back);
      url.searchParams.set("state", state);
      return url.href;
    };
    const attacks: [string, string | undefined][] = [
      [back, undefined],
      [back, "oidcState=made-up"],
      [back, other.cookie],
      [withState("made-up"), mine.cookie],
      [withState(new URL(other.url).searchParams.get("state") ?? ""), mine.cookie],
      [CALLBACK, mine.cookie],
      [`${CALLBACK}?state=a&state=b`, mine.cookie],
    ];
    for (const [url, cookie] of attacks) {
      const answer = await comeBack(url, cookie);
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, "/auth/login?error=invalid-credentials"]);
    }
    // The other browser's state with its own cookie, but with this user's code: the PKCE verifier does not match.
    const mixed = await comeBack(withState(new URL(other.url).searchParams.get("state") ?? ""), other.cookie);
    expect(mixed.headers.location).toBe("/auth/login?error=invalid-credentials");
    expect([await count("users"), await count("sessions"), await count("identities")]).toEqual(before);

    const fresh = await start();
    const good = await idp.visit(fresh.url, CALLBACK);
    expect((await comeBack(good, fresh.cookie)).headers.location).toBe("/");
    expect((await comeBack(good, fresh.cookie)).headers.location).toBe("/auth/login?error=invalid-credentials");
  });

  it("refuses a state after ten minutes", async () => {
    idp.choose("ann");
    const { url, cookie } = await start();
    const back = await idp.visit(url, CALLBACK);
    test.clock.advance(11 * 60_000);
    const answer = await comeBack(back, cookie);
    test.clock.advance(-11 * 60_000);
    expect(answer.headers.location).toBe("/auth/login?error=invalid-credentials");
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/a\nb",
    "images",
    "/%09/evil.example/../..//evil.example",
  ])("never redirects to another site: %s", async (next) => {
    idp.choose("ann");
    const { url, cookie } = await start(next);
    const answer = await comeBack(await idp.visit(url, CALLBACK), cookie);
    expect(new URL(String(answer.headers.location), ORIGIN).host).toBe("localhost:8700");
    expect(String(answer.headers.location)).not.toMatch(/^\/[/\\]/u);
  });

  it("reports an unavailable provider and a missing configuration", async () => {
    await using away = await createTestApp({
      config: { OIDC_ISSUER: "http://127.0.0.1:1", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "y", ALLOW_INSECURE_UPSTREAM: "true" },
    });
    expect((await away.app.inject({ url: "/api/v1/auth/oidc/start" })).headers.location).toBe("/auth/login?error=unavailable");
    await using none = await createTestApp();
    expectError(await none.app.inject({ url: "/api/v1/auth/oidc/start" }), "not-configured");
    expectError(await none.call(loginGoogle, { body: { credentials: "x" } }), "not-configured");
  });
});

describe("Google's credential", () => {
  const signIn = async (change: TokenChange) => test.call(loginGoogle, { body: { credentials: await idp.mint(change) } });

  it("identifies an account by its subject, not by its address", async () => {
    const first = (await signIn({ subject: "gil" })).data();
    expect(first).toMatchObject({ email: "gil@gmail.com", displayName: "G".repeat(32), isNewUser: true });
    const second = (await signIn({ subject: "gil", claims: { email: "gil.new@gmail.com" } })).data();
    expect(second).toMatchObject({ email: "gil@gmail.com", isNewUser: false });
    expect((await test.call(getUserData, {}, null, { idtoken: second.idToken })).data().provider).toBe("google");
  });

  it("links an account of the same address only when Google manages that address", async () => {
    await test.call(register, { body: { email: "pat@gmail.com", password: "correct horse 7", username: "Pat" } });
    const gmail = { email: "pat@gmail.com", email_verified: true, name: "Pat" };
    expect((await signIn({ subject: "g-pat", claims: gmail })).data()).toMatchObject({ isNewUser: false, displayName: "Pat" });
    await test.call(register, { body: { email: "kim@corp.test", password: "correct horse 7", username: "Kim" } });
    const corp = { email: "kim@corp.test", email_verified: true, name: "Kim" };
    expectError(await signIn({ subject: "g-kim", claims: corp }), "email-already-in-use");
    expectData(await signIn({ subject: "g-kim", claims: { ...corp, hd: "corp.test" } }));
  });

  it("S9: is refused when a claim or the signature is invalid", async () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { email: "new@gmail.com", email_verified: true };
    const attacks: Record<string, TokenChange> = {
      "other audience": { audience: "other" },
      "other issuer": { issuer: "https://evil.example" },
      expired: { issuedAt: now - 3_700, expiresAt: now - 120 },
      "too old": { issuedAt: now - 7_200 },
      "foreign key": { key: "foreign" },
      "unknown kid": { kid: "zz" },
      "HS256 with the public key": { key: "public-as-secret" },
      "unverified e-mail": { claims: { ...claims, email_verified: false } },
      "no e-mail": { claims: { email: undefined, email_verified: true } },
    };
    const tokens = await Promise.all(
      Object.entries(attacks).map(async ([name, change]) => [name, await idp.mint({ subject: "g-new", claims, ...change })] as const),
    );
    const good = await idp.mint({ subject: "g-new", claims });
    const [header, payload, signature] = good.split(".");
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const body = JSON.parse(Buffer.from(payload ?? "", "base64url").toString());
    const all = [
      ...tokens,
      ["alg none", `${encode({ alg: "none" })}.${payload}.`],
      ["tampered", `${header}.${encode({ ...body, email: "admin@gmail.com" })}.${signature}`],
      ["garbage", "abc"],
    ] as const;
    const before = await count("users");
    for (const [name, credentials] of all) {
      const answer = await test.call(loginGoogle, { body: { credentials } });
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 400, "invalid-credentials"]);
    }
    expect(await count("users")).toBe(before);
    expectData(await test.call(loginGoogle, { body: { credentials: good } }));
  });
});
