import {
  addPasskey,
  checkResetLink,
  deleteUser,
  getSignInMethods,
  getUserData,
  linkGoogle,
  listInstallationAudit,
  listOutbox,
  listPasskeys,
  login,
  loginGoogle,
  proveWithGoogle,
  proveWithPasskey,
  removePasskey,
  requestEmailChange,
  sendPasswordLink,
  setNewPassword,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
  startProvider,
  unlinkIdentity,
  updateSettings,
  getSettings,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startIdentityProvider, type IdentityProvider } from "@stillreel/testing/oidc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthenticator } from "./passkeys.fixture.ts";

const ORIGIN = "http://localhost:8700";
const CALLBACK = `${ORIGIN}/api/v1/auth/oidc/callback`;
const person = (name: string) => ({ email: `${name}@corp.test`, email_verified: true, name });
const PEOPLE = Object.fromEntries(
  ["ann", "bob", "cleo", "dora", "emil", "fay", "gus", "hana", "ivo", "jana"].map((name) => [name, person(name)]),
);

let idp: IdentityProvider;
let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  idp = await startIdentityProvider(PEOPLE);
  idp.allowRedirect(CALLBACK);
  test = await createTestApp({
    config: {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.clientId,
      OIDC_CLIENT_SECRET: idp.clientSecret,
      OIDC_NAME: "Corp",
      GOOGLE_CLIENT_ID: idp.clientId,
      // Another spelling than the provider's, so that its identities belong to one provider.
      GOOGLE_ISSUERS: "https://accounts.google.com",
      GOOGLE_JWKS_URI: idp.jwksUri,
      ALLOW_INSECURE_UPSTREAM: "true",
    },
  });
  admin = await test.user();
});
afterAll(async () => {
  await test.close();
  await idp.close();
});

type Headers = Record<string, string>;
/** A session in a browser. */
interface Session {
  headers: Headers;
  cookie: string;
}

const cookieOf = (answer: { headers: Record<string, unknown> }, name: string): string =>
  ([answer.headers["set-cookie"] ?? []].flat() as string[]).find((line) => line.startsWith(`${name}=`))?.split(";")[0] ?? "";
const sessionOf = ({ idToken, refreshToken }: { idToken: string; refreshToken: string }): Session => ({
  headers: { idtoken: idToken, refreshtoken: refreshToken },
  cookie: `idToken=${idToken}; refreshToken=${refreshToken}`,
});
const methodsOf = async ({ headers }: Session) => (await test.call(getSignInMethods, {}, null, headers)).data();
const makeOld = async (email: string): Promise<void> =>
  void (await test.ports.pool.query(
    "update sessions set authenticated_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
    [email],
  ));
const mailTo = async (address: string, subject: string) =>
  (await test.call(listOutbox, { query: { limit: 200 } }, admin))
    .data()
    .items.find((mail) => mail.to === address && mail.subject === subject);
const permit = async (signIn: { password: boolean; google: boolean; oidc: boolean }): Promise<void> => {
  const { version } = (await test.call(getSettings, {}, admin)).data().signIn;
  expectData(await test.call(updateSettings, { body: { signIn: { value: signIn, version } } }, admin));
};
const ALL = { password: true, google: true, oidc: true };

/** Creates an account by a sign-in at the provider of OpenID Connect. */
async function signUpAt(subject: string): Promise<Session> {
  idp.choose(subject);
  const begun = await test.app.inject({ url: "/api/v1/auth/oidc/start" });
  const back = await idp.visit(String(begun.headers.location), CALLBACK);
  const answer = await returnTo(back, cookieOf(begun, "oidcState"));
  const [idToken, refreshToken] = ["idToken", "refreshToken"].map((name) => cookieOf(answer, name).slice(name.length + 1));
  return sessionOf({ idToken: idToken ?? "", refreshToken: refreshToken ?? "" });
}

const returnTo = (back: string, cookie: string) => test.app.inject({ url: back.slice(ORIGIN.length), headers: { cookie } });

type Start = { purpose: "link" | "prove"; next?: string; password?: string };
const start = ({ headers }: Session, body: Start) => test.call(startProvider, { body: { provider: "oidc", ...body } }, null, headers);

/** Visits the provider of OpenID Connect as a person of it. Returns the page to which the server redirects. */
async function visit(session: Session, subject: string, given: Start, change: (url: URL) => void = () => {}): Promise<string> {
  const begun = await start(session, given);
  const url = new URL(begun.data().url ?? "");
  change(url);
  idp.choose(subject);
  const back = await idp.visit(url.href, CALLBACK);
  return String((await returnTo(back, `${session.cookie}; ${cookieOf(begun, "oidcState")}`)).headers.location);
}

/** Returns a credential of Google's button for a purpose. */
async function credentialOf({ headers }: Session, purpose: "link" | "prove", subject: string): Promise<string> {
  const { nonce } = (await test.call(startProvider, { body: { provider: "google", purpose } }, null, headers)).data();
  return mint(subject, nonce);
}
const mint = (subject: string, nonce: string | null): Promise<string> =>
  idp.mint({
    subject,
    issuer: "https://accounts.google.com",
    claims: { email: `${subject}@gmail.com`, email_verified: true, name: subject, ...(nonce && { nonce }) },
  });
const linkByGoogle = async (session: Session, subject: string) =>
  test.call(linkGoogle, { body: { credentials: await credentialOf(session, "link", subject) } }, null, session.headers);
const unlink = ({ headers }: Session, identityId: string, password?: string) =>
  test.call(unlinkIdentity, { params: { identityId }, body: { password } }, null, headers);

describe("linking a provider", () => {
  it("adds an identity of OpenID Connect to the session's account, which it signs in then", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    expect(await methodsOf(session)).toEqual({
      password: { isSet: true, isPermitted: true },
      passkeys: { count: 0, canRemove: true },
      providers: [
        { provider: "google", name: "Google", isPermitted: true },
        { provider: "oidc", name: "Corp", isPermitted: true },
      ],
      identities: [],
    });
    expect(await visit(session, "ann", { purpose: "link", next: "/account/security?x=1" })).toBe(
      "/account/security?x=1&provider-done=link",
    );
    const { identities } = await methodsOf(session);
    expect(identities).toMatchObject([{ provider: "oidc", name: "Corp", email: "ann@corp.test", canUnlink: true }]);
    expect((await test.call(getUserData, {}, null, (await signUpAt("ann")).headers)).data().id).toBe(user.id);
    expect(await mailTo(user.email, "A sign-in method was added to your Stillreel account")).toBeDefined();
    const { items } = (await test.call(listInstallationAudit, { query: { action: "auth.identity-linked" } }, admin)).data();
    expect(items.some(({ person: by }) => by?.id === user.id)).toBe(true);
  });

  it("adds a Google account by its credential, once", async () => {
    const session = sessionOf(await test.user());
    const credentials = await credentialOf(session, "link", "g-ann");
    const send = () => test.call(linkGoogle, { body: { credentials } }, null, session.headers);
    expect(expectData(await send(), 201)).toMatchObject({ provider: "google", name: "Google", email: "g-ann@gmail.com" });
    expectError(await send(), "invalid-credentials");
    // Linking what is linked changes nothing.
    expectData(await linkByGoogle(session, "g-ann"), 201);
    expect((await methodsOf(session)).identities).toHaveLength(1);
  });

  it("refuses an identity of another account", async () => {
    const owner = await signUpAt("bob");
    const session = sessionOf(await test.user());
    expect(await visit(session, "bob", { purpose: "link" })).toBe("/account/security?provider-error=identity-in-use");
    expectData(await linkByGoogle(owner, "g-bob"), 201);
    expectError(await linkByGoogle(session, "g-bob"), "identity-in-use");
    expect((await methodsOf(session)).identities).toEqual([]);
  });

  it("asks an older session for the password", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    await makeOld(user.email);
    expectError(await start(session, { purpose: "link" }), "reauthentication-required");
    expectError(await start(session, { purpose: "link", password: "wrong horse 7" }), "reauthentication-required");
    expectData(await start(session, { purpose: "link", password: user.password }));
    const body = { provider: "google", purpose: "link" } as const;
    expectError(await test.call(startProvider, { body }, null, session.headers), "reauthentication-required");
  });

  it("works only once, and only in the session and the browser that started it", async () => {
    const [user, other] = [await test.user(), await test.user()];
    const session = sessionOf(user);
    const begun = await start(session, { purpose: "link" });
    idp.choose("cleo");
    const back = await idp.visit(begun.data().url ?? "", CALLBACK);
    const state = cookieOf(begun, "oidcState");
    const again = sessionOf((await test.call(login, { body: { email: user.email, password: user.password } })).data());
    const location = async (cookie: string) => String((await returnTo(back, cookie)).headers.location);
    expect(await location(state)).toBe("/auth/login?error=invalid-credentials");
    for (const foreign of [`${sessionOf(other).cookie}; ${state}`, `${again.cookie}; ${state}`, session.cookie])
      expect(await location(foreign)).toBe("/account/security?provider-error=invalid-credentials");
    expect(await location(`${session.cookie}; ${state}`)).toBe("/account/security?provider-done=link");
    expect(await location(`${session.cookie}; ${state}`)).toBe("/account/security?provider-error=invalid-credentials");
    expect((await methodsOf(sessionOf(other))).identities).toEqual([]);
  });

  it("does not accept a credential without its nonce, with another session's nonce, or for another purpose", async () => {
    const [session, other] = [sessionOf(await test.user()), sessionOf(await test.user())];
    const send = (credentials: string) => test.call(linkGoogle, { body: { credentials } }, null, session.headers);
    expectError(await send(await mint("g-cleo", null)), "invalid-credentials");
    expectError(await send(await credentialOf(other, "link", "g-cleo")), "invalid-credentials");
    expectError(await send(await credentialOf(session, "prove", "g-cleo")), "invalid-credentials");
    expect((await methodsOf(session)).identities).toEqual([]);
  });

  it("returns to the page when the user declines, and never to another site", async () => {
    const session = sessionOf(await test.user());
    idp.decline(true);
    expect(await visit(session, "dora", { purpose: "link", next: "https://evil.example/x" })).toBe("/?provider-error=sign-in-declined");
    idp.decline(false);
  });

  it("is refused while the provider is turned off, also between the start and the return", async () => {
    const session = sessionOf(await test.user());
    const begun = await start(session, { purpose: "link" });
    idp.choose("dora");
    const back = await idp.visit(begun.data().url ?? "", CALLBACK);
    const credentials = await credentialOf(session, "link", "g-dora");
    await permit({ password: true, google: false, oidc: false });
    const answer = await returnTo(back, `${session.cookie}; ${cookieOf(begun, "oidcState")}`);
    expect(answer.headers.location).toBe("/account/security?provider-error=sign-in-method-off");
    expectError(await test.call(linkGoogle, { body: { credentials } }, null, session.headers), "sign-in-method-off");
    expectError(await start(session, { purpose: "link" }), "sign-in-method-off");
    expect((await methodsOf(session)).providers.map(({ isPermitted }) => isPermitted)).toEqual([false, false]);
    await permit(ALL);
  });
});

describe("unlinking", () => {
  it("ends the sign-in by that identity, and is reported", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    const { id } = (await linkByGoogle(session, "g-emil")).data();
    expectError(await unlink(sessionOf(admin), id, admin.password), "not-found");
    await makeOld(user.email);
    expectError(await unlink(session, id), "reauthentication-required");
    expectData(await unlink(session, id, user.password));
    expectError(await unlink(session, id, user.password), "not-found");
    expect((await test.call(loginGoogle, { body: { credentials: await mint("g-emil", null) } })).data().email).toBe("g-emil@gmail.com");
    expect(await mailTo(user.email, "A sign-in method was removed from your Stillreel account")).toBeDefined();
  });

  it("refuses the last method, and counts only methods that the server permits", async () => {
    const session = await signUpAt("emil");
    const [identity] = (await methodsOf(session)).identities;
    expect(identity?.canUnlink).toBe(false);
    expectError(await unlink(session, identity?.id ?? ""), "last-sign-in-method");
    const { id } = (await linkByGoogle(session, "g-emil2")).data();
    await permit({ password: true, google: false, oidc: true });
    expectError(await unlink(session, identity?.id ?? ""), "last-sign-in-method");
    expect((await methodsOf(session)).identities.map(({ canUnlink }) => canUnlink)).toEqual([false, true]);
    await permit(ALL);
    expectData(await unlink(session, identity?.id ?? ""));
    expectError(await unlink(session, id), "last-sign-in-method");
  });

  it("keeps one of two identities that are unlinked at the same time", async () => {
    const session = await signUpAt("fay");
    expectData(await linkByGoogle(session, "g-fay"), 201);
    const { identities } = await methodsOf(session);
    const answers = await Promise.all(identities.map(({ id }) => unlink(session, id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await methodsOf(session)).identities).toHaveLength(1);
  });

  it("keeps the last passkey, also when it and the identity are removed at the same time", async () => {
    const session = await signUpAt("gus");
    await withPasskey(session);
    const [identity] = (await methodsOf(session)).identities;
    const [passkey] = (await test.call(listPasskeys, {}, null, session.headers)).data().items;
    const remove = () => test.call(removePasskey, { params: { passkeyId: passkey?.id ?? "" }, body: {} }, null, session.headers);
    const answers = await Promise.all([unlink(session, identity?.id ?? ""), remove()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { passkeys, identities } = await methodsOf(session);
    expect(passkeys.count + identities.length).toBe(1);
    expectError(await (passkeys.count === 1 ? remove() : unlink(session, identity?.id ?? "")), "last-sign-in-method");
    expect(passkeys.canRemove).toBe(passkeys.count === 0);
  });
});

/** Adds a passkey to the account of a session. */
async function withPasskey({ headers }: Session): Promise<ReturnType<typeof createAuthenticator>> {
  const key = createAuthenticator(ORIGIN);
  const { challenge } = (await test.call(startPasskey, { body: {} }, null, headers)).data();
  expectData(await test.call(addPasskey, { body: { name: "Laptop", credential: key.create({ challenge }) } }, null, headers), 201);
  return key;
}

describe("a proof for an older session", () => {
  const isFresh = async ({ headers }: Session): Promise<boolean> =>
    (await test.call(startPasskey, { body: {} }, null, headers)).statusCode === 200;

  it("is a new sign-in at the linked provider, after which the account can be deleted without a password", async () => {
    const session = await signUpAt("hana");
    const deletion = { email: "hana@corp.test", phrase: "delete my account" };
    await makeOld("hana@corp.test");
    expectError(await test.call(deleteUser, { body: deletion }, null, session.headers), "reauthentication-required");
    expect(await visit(session, "hana", { purpose: "prove", next: "/account?x=1" })).toBe("/account?x=1&provider-done=prove");
    expectData(await test.call(requestEmailChange, { body: { email: "hana@corp.test" } }, null, session.headers));
    expectData(await test.call(deleteUser, { body: deletion }, null, session.headers));
    expectError(await test.call(getUserData, {}, null, session.headers), "unauthenticated");
  });

  it("is no sign-in as another person, no earlier sign-in, and none without its time", async () => {
    const session = await signUpAt("ivo");
    await makeOld("ivo@corp.test");
    expect(await visit(session, "ann", { purpose: "prove" })).toBe("/account/security?provider-error=identity-mismatch");
    expect(await visit(session, "jana", { purpose: "prove" })).toBe("/account/security?provider-error=identity-mismatch");
    const withoutTime = (url: URL): void => ["max_age", "prompt"].forEach((name) => url.searchParams.delete(name));
    const refused = "/account/security?provider-error=reauthentication-required";
    expect(await visit(session, "ivo", { purpose: "prove" }, withoutTime)).toBe(refused);
    // For the server the sign-in was eleven minutes before the request.
    test.clock.advance(11 * 60_000);
    expect(await visit(session, "ivo", { purpose: "prove" })).toBe(refused);
    test.clock.advance(-11 * 60_000);
    expect(await isFresh(session)).toBe(false);
    expect(await visit(session, "ivo", { purpose: "prove" })).toBe("/account/security?provider-done=prove");
    expect(await isFresh(session)).toBe(true);
  });

  it("is a Google credential for that purpose, of a linked Google account", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    expectData(await linkByGoogle(session, "g-ivo"), 201);
    await makeOld(user.email);
    const prove = async (credentials: string) => test.call(proveWithGoogle, { body: { credentials } }, null, session.headers);
    expectError(await prove(await mint("g-ivo", null)), "invalid-credentials");
    expectError(await prove(await credentialOf(session, "prove", "g-jana")), "identity-mismatch");
    expect(await isFresh(session)).toBe(false);
    expectData(await prove(await credentialOf(session, "prove", "g-ivo")));
    expect(await isFresh(session)).toBe(true);
  });

  it("is refused by a provider that was turned off", async () => {
    const session = await signUpAt("jana");
    await permit({ password: true, google: true, oidc: false });
    expectError(await start(session, { purpose: "prove" }), "sign-in-method-off");
    await permit(ALL);
  });

  it("is a passkey of the account, with a separate challenge", async () => {
    const user = await test.user();
    const [session, stranger] = [sessionOf(user), sessionOf(await test.user())];
    const [key, foreign] = [await withPasskey(session), await withPasskey(stranger)];
    await makeOld(user.email);
    const ask = async ({ headers }: Session) => (await test.call(startPasskeyProof, {}, null, headers)).data();
    const prove = (credential: ReturnType<typeof key.use>) => test.call(proveWithPasskey, { body: { credential } }, null, session.headers);
    const options = await ask(session);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([key.id]);
    expectError(await prove(foreign.use(options)), "passkey-refused");
    expectError(await prove(key.use(await ask(stranger))), "passkey-refused");
    expectError(await prove(key.use((await test.call(startPasskeySignIn)).data())), "passkey-refused");
    expect(await isFresh(session)).toBe(false);
    const proof = key.use(await ask(session));
    expectData(await prove(proof));
    expectError(await prove(proof), "passkey-refused");
    expect(await isFresh(session)).toBe(true);
  });
});

describe("the first password", () => {
  it("is set by a mailed link, once, and the account signs in with it", async () => {
    const own = await signUpAt("dora");
    expectData(await test.call(sendPasswordLink, {}, null, own.headers));
    const mail = await mailTo("dora@corp.test", "Set a password for your Stillreel account");
    const oobCode = /code=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await test.call(checkResetLink, { query: { oobCode } })).data()).toEqual({ isFirst: true });
    const password = { oobCode, newPassword: "correct horse 9" };
    expectData(await test.call(setNewPassword, { body: password }));
    expectError(await test.call(setNewPassword, { body: password }), "reset-link-used");
    const session = sessionOf((await test.call(login, { body: { email: "dora@corp.test", password: "correct horse 9" } })).data());
    expect((await methodsOf(session)).password.isSet).toBe(true);
    expectError(await test.call(sendPasswordLink, {}, null, session.headers), "password-exists");
    const [identity] = (await methodsOf(session)).identities;
    expectData(await unlink(session, identity?.id ?? ""));
  });

  it("is not offered where passwords are turned off", async () => {
    const session = await signUpAt("jana");
    // The administrator keeps a way to sign in.
    expectData(await linkByGoogle(sessionOf(admin), "g-admin"), 201);
    await permit({ password: false, google: true, oidc: true });
    expectError(await test.call(sendPasswordLink, {}, null, session.headers), "sign-in-method-off");
    await permit(ALL);
  });
});
