import {
  checkResetLink,
  deleteUser,
  getUserData,
  login,
  proveWithGoogle,
  proveWithPasskey,
  requestEmailChange,
  sendPasswordLink,
  setNewPassword,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from "@stillreel/contract";
import { expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_METHODS, sessionOf, type Session, SignInWorld } from "./sign-in-methods.fixture.ts";

let world: SignInWorld;
let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  world = await SignInWorld.start(["ann", "dora", "hana", "ivo", "jana"]);
  ({ test, admin } = world);
});
afterAll(() => world.close());

describe("a proof for an older session", () => {
  const isFresh = async ({ headers }: Session): Promise<boolean> =>
    (await test.call(startPasskey, { body: {} }, null, headers)).statusCode === 200;

  it("is a new sign-in at the linked provider, after which the account can be deleted without a password", async () => {
    const session = await world.signUpAt("hana");
    const deletion = { email: "hana@corp.test", phrase: "delete my account" };
    await world.makeOld("hana@corp.test");
    expectError(await test.call(deleteUser, { body: deletion }, null, session.headers), "reauthentication-required");
    expect(await world.visit(session, "hana", { purpose: "prove", next: "/account?x=1" })).toBe("/account?x=1&provider-done=prove");
    expectData(await test.call(requestEmailChange, { body: { email: "hana@corp.test" } }, null, session.headers));
    expectData(await test.call(deleteUser, { body: deletion }, null, session.headers));
    expectError(await test.call(getUserData, {}, null, session.headers), "unauthenticated");
  });

  it("is no sign-in as another person, no earlier sign-in, and none without its time", async () => {
    await world.signUpAt("ann");
    const session = await world.signUpAt("ivo");
    await world.makeOld("ivo@corp.test");
    expect(await world.visit(session, "ann", { purpose: "prove" })).toBe("/account/security?provider-error=identity-mismatch");
    expect(await world.visit(session, "jana", { purpose: "prove" })).toBe("/account/security?provider-error=identity-mismatch");
    const withoutTime = (url: URL): void => ["max_age", "prompt"].forEach((name) => url.searchParams.delete(name));
    const refused = "/account/security?provider-error=reauthentication-required";
    expect(await world.visit(session, "ivo", { purpose: "prove" }, withoutTime)).toBe(refused);
    // For the server the sign-in was eleven minutes before the request.
    test.clock.advance(11 * 60_000);
    expect(await world.visit(session, "ivo", { purpose: "prove" })).toBe(refused);
    test.clock.advance(-11 * 60_000);
    expect(await isFresh(session)).toBe(false);
    expect(await world.visit(session, "ivo", { purpose: "prove" })).toBe("/account/security?provider-done=prove");
    expect(await isFresh(session)).toBe(true);
  });

  it("is a Google credential for that purpose, of a linked Google account", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    expectData(await world.linkByGoogle(session, "g-ivo"), 201);
    await world.makeOld(user.email);
    const prove = async (credentials: string) => test.call(proveWithGoogle, { body: { credentials } }, null, session.headers);
    expectError(await prove(await world.mint("g-ivo", null)), "invalid-credentials");
    expectError(await prove(await world.credentialOf(session, "prove", "g-jana")), "identity-mismatch");
    expect(await isFresh(session)).toBe(false);
    expectData(await prove(await world.credentialOf(session, "prove", "g-ivo")));
    expect(await isFresh(session)).toBe(true);
  });

  it("is refused by a provider that was turned off", async () => {
    const session = await world.signUpAt("jana");
    await world.permit({ password: true, google: true, oidc: false });
    expectError(await world.start(session, { purpose: "prove" }), "sign-in-method-off");
    await world.permit(ALL_METHODS);
  });

  it("is a passkey of the account, with a separate challenge", async () => {
    const user = await test.user();
    const [session, stranger] = [sessionOf(user), sessionOf(await test.user())];
    const [key, foreign] = [await world.withPasskey(session), await world.withPasskey(stranger)];
    await world.makeOld(user.email);
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
    const own = await world.signUpAt("dora");
    expectData(await test.call(sendPasswordLink, {}, null, own.headers));
    const mail = await world.mailTo("dora@corp.test", "Set a password for your Stillreel account");
    const oobCode = /code=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await test.call(checkResetLink, { query: { oobCode } })).data()).toEqual({ isFirst: true });
    const password = { oobCode, newPassword: "correct horse 9" };
    expectData(await test.call(setNewPassword, { body: password }));
    expectError(await test.call(setNewPassword, { body: password }), "reset-link-used");
    const session = sessionOf((await test.call(login, { body: { email: "dora@corp.test", password: "correct horse 9" } })).data());
    expect((await world.methodsOf(session)).password.isSet).toBe(true);
    expectError(await test.call(sendPasswordLink, {}, null, session.headers), "password-exists");
    const [identity] = (await world.methodsOf(session)).identities;
    expectData(await world.unlink(session, identity?.id ?? ""));
  });

  it("is not offered where passwords are turned off", async () => {
    const session = await world.signUpAt("jana");
    // The administrator keeps a way to sign in.
    expectData(await world.linkByGoogle(sessionOf(admin), "g-admin"), 201);
    await world.permit({ password: false, google: true, oidc: true });
    expectError(await test.call(sendPasswordLink, {}, null, session.headers), "sign-in-method-off");
    await world.permit(ALL_METHODS);
  });
});
