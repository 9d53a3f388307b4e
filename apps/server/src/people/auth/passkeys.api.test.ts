import {
  addPasskey,
  enableTwoFactor,
  listOutbox,
  listPasskeys,
  login,
  PASSKEYS_MAX,
  removePasskey,
  restorePasskey,
  setUpTwoFactor,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  updateManagedUser,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthenticator } from "./passkeys.fixture.ts";

const ORIGIN = "https://stills.example";
const EVIL = "https://evil.example";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp({ publicUrl: ORIGIN });
  admin = await test.user();
});
afterAll(() => test.close());

type Authenticator = ReturnType<typeof createAuthenticator>;

const creation = async (user: TestUser) => (await test.call(startPasskey, { body: {} }, user)).data();
const request = async () => (await test.call(startPasskeySignIn)).data();
const add = (user: TestUser, credential: ReturnType<Authenticator["create"]>) =>
  test.call(addPasskey, { body: { name: "Laptop", credential } }, user);
const signIn = (credential: ReturnType<Authenticator["use"]>) => test.call(signInWithPasskey, { body: { credential } });

/** Adds a passkey to the account. */
async function withPasskey(user: TestUser, counter = 0): Promise<Authenticator> {
  const key = createAuthenticator(ORIGIN);
  expectData(await add(user, key.create({ challenge: (await creation(user)).challenge, counter })), 201);
  return key;
}

describe("adding a passkey", () => {
  it("asks for a discoverable one with user verification, and lists it with its name", async () => {
    const user = await test.user();
    const options = await creation(user);
    expect(options).toMatchObject({ rp: { id: "stills.example" }, excludeCredentials: [] });
    expect(options.authenticatorSelection).toMatchObject({ residentKey: "required", userVerification: "required" });
    expect(JSON.stringify(options.user.id)).not.toContain(user.email);
    const key = createAuthenticator(ORIGIN);
    expectData(await add(user, key.create(options)), 201);
    expect((await test.call(listPasskeys, {}, user)).data().items).toMatchObject([{ name: "Laptop", lastUsedAt: null }]);
    expect((await creation(user)).excludeCredentials.map(({ id }) => id)).toEqual([key.id]);
    const { items } = (await test.call(listOutbox, { query: { limit: 200 } }, admin)).data();
    expect(items.find(({ to }) => to === user.email)?.subject).toBe("A passkey was added to your Stillreel account");
  });

  it("refuses a used, old or foreign challenge, another origin or site, and no user verification", async () => {
    const [user, other] = [await test.user(), await test.user()];
    const key = createAuthenticator(ORIGIN);
    const { challenge } = await creation(user);
    expectError(await add(other, key.create({ challenge })), "passkey-refused");
    expectData(await add(user, key.create({ challenge })), 201);
    const second = createAuthenticator(ORIGIN);
    expectError(await add(user, second.create({ challenge })), "passkey-refused");
    const wrong = [{ origin: EVIL }, { rpId: "evil.example" }, { isVerified: false }];
    for (const answer of wrong)
      expectError(await add(user, second.create({ challenge: (await creation(user)).challenge, ...answer })), "passkey-refused");
    expectError(await add(user, second.create({ challenge: (await request()).challenge })), "passkey-refused");
    const late = (await creation(user)).challenge;
    test.clock.advance(5 * 60_000);
    expectError(await add(user, second.create({ challenge: late })), "passkey-refused");
    expect((await test.call(listPasskeys, {}, user)).data().items).toHaveLength(1);
  });

  it("refuses a passkey that another account has", async () => {
    const [user, other] = [await test.user(), await test.user()];
    const key = await withPasskey(user);
    expectError(await add(other, key.create({ challenge: (await creation(other)).challenge })), "passkey-refused");
  });

  it("asks an older session for the password, also for removing", async () => {
    const user = await test.user();
    await withPasskey(user);
    const [passkey] = (await test.call(listPasskeys, {}, user)).data().items;
    const params = { passkeyId: passkey?.id ?? "" };
    test.clock.advance(11 * 60_000);
    expectError(await test.call(startPasskey, { body: {} }, user), "reauthentication-required");
    expectError(await test.call(removePasskey, { params, body: {} }, user), "reauthentication-required");
    expectData(await test.call(startPasskey, { body: { password: user.password } }, user));
    expectData(await test.call(removePasskey, { params, body: { password: user.password } }, user));
  });
});

describe("removing a passkey", () => {
  const idOf = async (user: TestUser) => (await test.call(listPasskeys, {}, user)).data().items[0]?.id ?? "";
  const remove = (user: TestUser, passkeyId: string) => test.call(removePasskey, { params: { passkeyId }, body: {} }, user);
  const restore = (user: TestUser, passkeyId: string) => test.call(restorePasskey, { params: { passkeyId } }, user);

  it("is reported by mail, and its session can restore it for a minute: the same passkey signs in again", async () => {
    const user = await test.user();
    const key = await withPasskey(user);
    const id = await idOf(user);
    expectData(await remove(user, id));
    expectError(await remove(user, id), "not-found");
    expectError(await signIn(key.use(await request())), "passkey-refused");
    expect((await test.call(listPasskeys, {}, user)).data().items).toEqual([]);
    test.clock.advance(59_000);
    expect(expectData(await restore(user, id))).toMatchObject({ id, name: "Laptop" });
    expectError(await restore(user, id), "not-found");
    expectData(await signIn(key.use(await request())));
    const { rows } = await test.ports.pool.query<{ subject: string }>('select subject from outbox where "to" = $1 order by created_at', [
      user.email,
    ]);
    const [added, removed] = ["added to", "removed from"].map((what) => `A passkey was ${what} your Stillreel account`);
    expect(rows.map(({ subject }) => subject)).toEqual([added, removed, added]);
  });

  it("cannot be undone later, by another session or by another user", async () => {
    const [user, other] = [await test.user(), await test.user()];
    const key = await withPasskey(user);
    const id = await idOf(user);
    const session = (await test.call(login, { body: { email: user.email, password: user.password } })).data();
    expectData(await remove(user, id));
    const elsewhere = { ...user, headers: { idtoken: session.idToken, refreshtoken: session.refreshToken } };
    for (const one of [elsewhere, other]) expectError(await restore(one, id), "not-found");
    test.clock.advance(61_000);
    expectError(await restore(user, id), "not-found");
    expectError(await restore(user, "unknown"), "not-found");
    expectError(await signIn(key.use(await request())), "passkey-refused");
  });

  it("leaves room for another one and for the same one, and undoing keeps the limit", async () => {
    const user = await test.user();
    for (let count = 0; count < PASSKEYS_MAX; count += 1) await withPasskey(user);
    const id = await idOf(user);
    expectData(await remove(user, id));
    const key = await withPasskey(user);
    expectError(await restore(user, id), "too-many-passkeys");
    const [last] = (await test.call(listPasskeys, {}, user)).data().items.slice(-1);
    expectData(await remove(user, last?.id ?? ""));
    expectData(await add(user, key.create(await creation(user))), 201);
    expectData(await signIn(key.use(await request())));
  });
});

describe("signing in with a passkey", () => {
  it("needs neither e-mail nor code, and records the use", async () => {
    const user = await test.user();
    const key = await withPasskey(user);
    const { secret } = (await test.call(setUpTwoFactor, { body: {} }, user)).data();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });
    expectData(await test.call(enableTwoFactor, { body: { code } }, user));
    const answer = await signIn(key.use(await request()));
    expect(answer.data().email).toBe(user.email);
    expect(answer.cookies.map(({ name }) => name)).toContain("refreshToken");
    expect((await test.call(listPasskeys, {}, user)).data().items[0]?.lastUsedAt).not.toBeNull();
  });

  it("refuses a challenge the second time, also at the same time", async () => {
    const key = await withPasskey(await test.user());
    const credential = key.use(await request());
    const answers = await Promise.all([signIn(credential), signIn(credential), signIn(credential)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    expectError(await signIn(credential), "passkey-refused");
  });

  it("refuses another origin or site, no user verification, and a challenge for adding", async () => {
    const user = await test.user();
    const key = await withPasskey(user);
    for (const answer of [{ origin: EVIL }, { rpId: "evil.example" }, { isVerified: false }])
      expectError(await signIn(key.use({ challenge: (await request()).challenge, ...answer })), "passkey-refused");
    expectError(await signIn(key.use({ challenge: (await creation(user)).challenge })), "passkey-refused");
  });

  it("refuses an unknown passkey, and the signature of another one", async () => {
    const key = await withPasskey(await test.user());
    const stranger = createAuthenticator(ORIGIN);
    expectError(await signIn(stranger.use(await request())), "passkey-refused");
    expectError(await signIn({ ...stranger.use(await request()), id: key.id, rawId: key.id }), "passkey-refused");
  });

  it("refuses a counter that did not grow", async () => {
    const key = await withPasskey(await test.user(), 5);
    expectError(await signIn(key.use({ ...(await request()), counter: 5 })), "passkey-refused");
    expectData(await signIn(key.use({ ...(await request()), counter: 6 })));
    expectError(await signIn(key.use({ ...(await request()), counter: 4 })), "passkey-refused");
    const [first, second] = [await request(), await request()];
    const both = await Promise.all([first, second].map((options) => signIn(key.use({ ...options, counter: 7 }))));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  it("is refused after the passkey was removed, and for a suspended account", async () => {
    const user = await test.user();
    const key = await withPasskey(user);
    expectData(await test.call(updateManagedUser, { params: { userId: user.id }, body: { suspended: true } }, admin));
    expectError(await signIn(key.use(await request())), "account-suspended");
    const other = await test.user();
    const removed = await withPasskey(other);
    const [passkey] = (await test.call(listPasskeys, {}, other)).data().items;
    const params = { passkeyId: passkey?.id ?? "" };
    expectError(await test.call(removePasskey, { params, body: { password: admin.password } }, admin), "not-found");
    expectData(await test.call(removePasskey, { params, body: {} }, other));
    expectError(await signIn(removed.use(await request())), "passkey-refused");
  });
});
