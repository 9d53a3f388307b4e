import {
  getUserData,
  linkGoogle,
  listInstallationAudit,
  listPasskeys,
  login,
  loginGoogle,
  removePasskey,
  startProvider,
} from "@stillreel/contract";
import { expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_METHODS, cookieOf, sessionOf, SignInWorld } from "./sign-in-methods.fixture.ts";

let world: SignInWorld;
let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  world = await SignInWorld.start(["ann", "bob", "cleo", "dora", "emil", "fay", "gus"]);
  ({ test, admin } = world);
});
afterAll(() => world.close());

describe("linking a provider", () => {
  it("adds an identity of OpenID Connect to the session's account, which it signs in then", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    expect(await world.methodsOf(session)).toEqual({
      password: { isSet: true, isPermitted: true },
      passkeys: { count: 0, canRemove: true },
      providers: [
        { provider: "google", name: "Google", isPermitted: true },
        { provider: "oidc", name: "Corp", isPermitted: true },
      ],
      identities: [],
    });
    expect(await world.visit(session, "ann", { purpose: "link", next: "/account/security?x=1" })).toBe(
      "/account/security?x=1&provider-done=link",
    );
    const { identities } = await world.methodsOf(session);
    expect(identities).toMatchObject([{ provider: "oidc", name: "Corp", email: "ann@corp.test", canUnlink: true }]);
    expect((await test.call(getUserData, {}, null, (await world.signUpAt("ann")).headers)).data().id).toBe(user.id);
    expect(await world.mailTo(user.email, "A sign-in method was added to your Stillreel account")).toBeDefined();
    const { items } = (await test.call(listInstallationAudit, { query: { action: "auth.identity-linked" } }, admin)).data();
    expect(items.some(({ person: by }) => by?.id === user.id)).toBe(true);
  });

  it("adds a Google account by its credential, once", async () => {
    const session = sessionOf(await test.user());
    const credentials = await world.credentialOf(session, "link", "g-ann");
    const send = () => test.call(linkGoogle, { body: { credentials } }, null, session.headers);
    expect(expectData(await send(), 201)).toMatchObject({ provider: "google", name: "Google", email: "g-ann@gmail.com" });
    expectError(await send(), "invalid-credentials");
    // Linking what is linked changes nothing.
    expectData(await world.linkByGoogle(session, "g-ann"), 201);
    expect((await world.methodsOf(session)).identities).toHaveLength(1);
  });

  it("refuses an identity of another account", async () => {
    const owner = await world.signUpAt("bob");
    const session = sessionOf(await test.user());
    expect(await world.visit(session, "bob", { purpose: "link" })).toBe("/account/security?provider-error=identity-in-use");
    expectData(await world.linkByGoogle(owner, "g-bob"), 201);
    expectError(await world.linkByGoogle(session, "g-bob"), "identity-in-use");
    expect((await world.methodsOf(session)).identities).toEqual([]);
  });

  it("asks an older session for the password", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    await world.makeOld(user.email);
    expectError(await world.start(session, { purpose: "link" }), "reauthentication-required");
    expectError(await world.start(session, { purpose: "link", password: "wrong horse 7" }), "reauthentication-required");
    expectData(await world.start(session, { purpose: "link", password: user.password }));
    const body = { provider: "google", purpose: "link" } as const;
    expectError(await test.call(startProvider, { body }, null, session.headers), "reauthentication-required");
  });

  it("S10: works only once, and only in the session and the browser that started it", async () => {
    const [user, other] = [await test.user(), await test.user()];
    const session = sessionOf(user);
    const begun = await world.start(session, { purpose: "link" });
    const back = await world.enter(begun.data().url ?? "", "cleo");
    const state = cookieOf(begun, "oidcState");
    const again = sessionOf((await test.call(login, { body: { email: user.email, password: user.password } })).data());
    const location = async (cookie: string) => String((await world.returnTo(back, cookie)).headers.location);
    expect(await location(state)).toBe("/auth/login?error=invalid-credentials");
    for (const foreign of [`${sessionOf(other).cookie}; ${state}`, `${again.cookie}; ${state}`, session.cookie])
      expect(await location(foreign)).toBe("/account/security?provider-error=invalid-credentials");
    expect(await location(`${session.cookie}; ${state}`)).toBe("/account/security?provider-done=link");
    expect(await location(`${session.cookie}; ${state}`)).toBe("/account/security?provider-error=invalid-credentials");
    expect((await world.methodsOf(sessionOf(other))).identities).toEqual([]);
  });

  it("does not accept a credential without its nonce, with another session's nonce, or for another purpose", async () => {
    const [session, other] = [sessionOf(await test.user()), sessionOf(await test.user())];
    const send = (credentials: string) => test.call(linkGoogle, { body: { credentials } }, null, session.headers);
    expectError(await send(await world.mint("g-cleo", null)), "invalid-credentials");
    expectError(await send(await world.credentialOf(other, "link", "g-cleo")), "invalid-credentials");
    expectError(await send(await world.credentialOf(session, "prove", "g-cleo")), "invalid-credentials");
    expect((await world.methodsOf(session)).identities).toEqual([]);
  });

  it("returns to the page when the user declines, and never to another site", async () => {
    const session = sessionOf(await test.user());
    world.idp.decline(true);
    expect(await world.visit(session, "dora", { purpose: "link", next: "https://evil.example/x" })).toBe(
      "/?provider-error=sign-in-declined",
    );
    world.idp.decline(false);
  });

  it("is refused while the provider is turned off, also between the start and the return", async () => {
    const session = sessionOf(await test.user());
    const begun = await world.start(session, { purpose: "link" });
    const back = await world.enter(begun.data().url ?? "", "dora");
    const credentials = await world.credentialOf(session, "link", "g-dora");
    await world.permit({ password: true, google: false, oidc: false });
    const answer = await world.returnTo(back, `${session.cookie}; ${cookieOf(begun, "oidcState")}`);
    expect(answer.headers.location).toBe("/account/security?provider-error=sign-in-method-off");
    expectError(await test.call(linkGoogle, { body: { credentials } }, null, session.headers), "sign-in-method-off");
    expectError(await world.start(session, { purpose: "link" }), "sign-in-method-off");
    expect((await world.methodsOf(session)).providers.map(({ isPermitted }) => isPermitted)).toEqual([false, false]);
    await world.permit(ALL_METHODS);
  });
});

describe("unlinking", () => {
  it("ends the sign-in by that identity, and is reported", async () => {
    const user = await test.user();
    const session = sessionOf(user);
    const { id } = (await world.linkByGoogle(session, "g-emil")).data();
    expectError(await world.unlink(sessionOf(admin), id, admin.password), "not-found");
    await world.makeOld(user.email);
    expectError(await world.unlink(session, id), "reauthentication-required");
    expectData(await world.unlink(session, id, user.password));
    expectError(await world.unlink(session, id, user.password), "not-found");
    expect((await test.call(loginGoogle, { body: { credentials: await world.mint("g-emil", null) } })).data().email).toBe(
      "g-emil@gmail.com",
    );
    expect(await world.mailTo(user.email, "A sign-in method was removed from your Stillreel account")).toBeDefined();
  });

  it("lasts, although the account has the same address as the identity, until it is linked again", async () => {
    const user = await test.user({ email: "g-same@gmail.com" });
    const session = sessionOf(user);
    const signIn = async () => test.call(loginGoogle, { body: { credentials: await world.mint("g-same", null) } });
    // Google hosts this address, so the first sign-in links it.
    expect((await signIn()).data().isNewUser).toBe(false);
    const [linked] = (await world.methodsOf(session)).identities;
    expectData(await world.unlink(session, linked?.id ?? ""));
    expectError(await signIn(), "email-already-in-use");
    expectData(await world.linkByGoogle(session, "g-same"), 201);
    expect((await signIn()).data()).toMatchObject({ email: user.email, isNewUser: false });
    // Another account may link what this one unlinked.
    const [again] = (await world.methodsOf(session)).identities;
    expectData(await world.unlink(session, again?.id ?? ""));
    expectData(await world.linkByGoogle(sessionOf(await test.user()), "g-same"), 201);
    expect((await world.methodsOf(session)).identities).toEqual([]);
  });

  it("refuses the last method, and counts only methods that the server permits", async () => {
    const session = await world.signUpAt("emil");
    const [identity] = (await world.methodsOf(session)).identities;
    expect(identity?.canUnlink).toBe(false);
    expectError(await world.unlink(session, identity?.id ?? ""), "last-sign-in-method");
    const { id } = (await world.linkByGoogle(session, "g-emil2")).data();
    await world.permit({ password: true, google: false, oidc: true });
    expectError(await world.unlink(session, identity?.id ?? ""), "last-sign-in-method");
    expect((await world.methodsOf(session)).identities.map(({ canUnlink }) => canUnlink)).toEqual([false, true]);
    await world.permit(ALL_METHODS);
    expectData(await world.unlink(session, identity?.id ?? ""));
    expectError(await world.unlink(session, id), "last-sign-in-method");
  });

  it("keeps one of two identities that are unlinked at the same time", async () => {
    const session = await world.signUpAt("fay");
    expectData(await world.linkByGoogle(session, "g-fay"), 201);
    const { identities } = await world.methodsOf(session);
    const answers = await Promise.all(identities.map(({ id }) => world.unlink(session, id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await world.methodsOf(session)).identities).toHaveLength(1);
  });

  it("keeps the last passkey, also when it and the identity are removed at the same time", async () => {
    const session = await world.signUpAt("gus");
    await world.withPasskey(session);
    const [identity] = (await world.methodsOf(session)).identities;
    const [passkey] = (await test.call(listPasskeys, {}, null, session.headers)).data().items;
    const remove = () => test.call(removePasskey, { params: { passkeyId: passkey?.id ?? "" }, body: {} }, null, session.headers);
    const answers = await Promise.all([world.unlink(session, identity?.id ?? ""), remove()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { passkeys, identities } = await world.methodsOf(session);
    expect(passkeys.count + identities.length).toBe(1);
    expectError(await (passkeys.count === 1 ? remove() : world.unlink(session, identity?.id ?? "")), "last-sign-in-method");
    expect(passkeys.canRemove).toBe(passkeys.count === 0);
  });
});
