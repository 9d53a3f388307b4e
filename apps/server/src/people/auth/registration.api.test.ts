import {
  createInvite,
  createWorkspace,
  getShare,
  getSignInOptions,
  login,
  loginGoogle,
  register,
  revokeInvite,
  sendWorkspaceInvites,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startIdentityProvider, type IdentityProvider } from "@stillreel/testing/oidc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CALLBACK = "http://localhost:8700/api/v1/auth/oidc/callback";
const DAY_MS = 86_400_000;
const PEOPLE = {
  ann: { email: "ann@corp.test", email_verified: true, name: "Ann" },
  eve: { email: "eve@evil.test", email_verified: true, name: "Eve" },
};

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider(PEOPLE);
  idp.allowRedirect(CALLBACK);
});
afterAll(() => idp.close());

const appOf = (config: Record<string, string>): Promise<TestApp> =>
  createTestApp({
    config: {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.clientId,
      OIDC_CLIENT_SECRET: idp.clientSecret,
      GOOGLE_CLIENT_ID: idp.clientId,
      GOOGLE_ISSUERS: idp.issuer,
      GOOGLE_JWKS_URI: idp.jwksUri,
      ALLOW_INSECURE_UPSTREAM: "true",
      ...config,
    },
  });

const signUp = (t: TestApp, email: string, inviteId?: string) =>
  t.call(register, { body: { email, password: "correct horse 7", username: "New", ...(inviteId === undefined ? {} : { inviteId }) } });
const google = async (t: TestApp, email: string, inviteId?: string) =>
  t.call(loginGoogle, {
    body: {
      credentials: await idp.mint({ subject: `g-${email}`, claims: { email, email_verified: true, name: "New" } }),
      ...(inviteId === undefined ? {} : { inviteId }),
    },
  });
/** Signs in at the provider and returns the redirect address of the server. */
async function provider(t: TestApp, person: keyof typeof PEOPLE, next = "/"): Promise<string> {
  idp.choose(person);
  const begun = await t.app.inject({ url: `/api/v1/auth/oidc/start?next=${encodeURIComponent(next)}` });
  const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
  const back = new URL(await idp.visit(String(begun.headers.location), CALLBACK));
  const answer = await t.app.inject({ url: back.pathname + back.search, headers: { cookie } });
  return String(answer.headers.location);
}
const modeOf = async (t: TestApp): Promise<string> => (await t.call(getSignInOptions)).data().registration;
const usersOf = async (t: TestApp): Promise<number> => Number((await t.ports.pool.query("select count(*) from users")).rows[0].count);

async function inviteOf(t: TestApp, owner: TestUser): Promise<{ inviteId: string; workspaceId: string }> {
  const { id } = (await t.call(createWorkspace, { query: { name: "Crew" } }, owner)).data();
  const { inviteId } = (await t.call(createInvite, { params: { id } }, owner)).data();
  return { inviteId, workspaceId: id };
}

describe("REGISTRATION=closed", () => {
  it("permits the first account and no other, by no method", async () => {
    await using t = await appOf({ REGISTRATION: "closed" });
    expect(await modeOf(t)).toBe("open");
    const admin = await t.user();
    expect(await modeOf(t)).toBe("closed");
    const { inviteId } = await inviteOf(t, admin);
    expectError(await signUp(t, "new@corp.test"), "registration-closed");
    expectError(await signUp(t, "new@corp.test", inviteId), "registration-closed");
    expectError(await google(t, "new@gmail.com"), "registration-closed");
    expect(await provider(t, "ann")).toBe("/auth/login?error=registration-closed");
    expect(await usersOf(t)).toBe(1);
    expectData(await t.call(login, { body: { email: admin.email, password: admin.password } }));
  });

  it("permits one of several concurrent first sign-ups", async () => {
    await using t = await appOf({ REGISTRATION: "closed" });
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => signUp(t, `first${at}@corp.test`)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 403, 403, 403, 403]);
    expect(await usersOf(t)).toBe(1);
  });

  it("gives the same answer for a used and for an unknown address", async () => {
    await using t = await appOf({ REGISTRATION: "closed" });
    const admin = await t.user();
    const [used, unknown] = [await signUp(t, admin.email), await signUp(t, "unknown@corp.test")];
    expect(used.body).toBe(unknown.body);
  });

  it("is known to public pages, which offer no account", async () => {
    await using t = await appOf({ REGISTRATION: "closed" });
    const owner = await t.user();
    const { id: itemId } = await t.image(owner);
    const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, owner)).data();
    const { body } = await t.app.inject({ url: `/s/${slug}` });
    expect(body).toContain('href="/auth/login');
    expect(body).not.toContain("/auth/register");
    expect(body).toContain("canRegister&quot;:false");
  });

  it("lets people with accounts sign in by their provider", async () => {
    await using t = await appOf({ REGISTRATION: "closed" });
    expectData(await google(t, "first@gmail.com"));
    expect((await google(t, "first@gmail.com")).data().isNewUser).toBe(false);
  });
});

describe("REGISTRATION=domains", () => {
  it("permits addresses of the listed domains, in any letter case, and of no other", async () => {
    await using t = await appOf({ REGISTRATION: "domains", REGISTRATION_DOMAINS: "corp.test,team.example" });
    await t.user({ email: "root@elsewhere.test" });
    expect(await modeOf(t)).toBe("domains");
    expectData(await signUp(t, "new@CORP.test"), 201);
    for (const email of ["new@evil.test", "new@sub.corp.test", "new@notcorp.test", "corp.test@evil.test"])
      expectError(await signUp(t, email), "registration-domain");
    expectError(await google(t, "new@gmail.com"), "registration-domain");
    expectData(await google(t, "new@team.example"));
    expect(await provider(t, "eve")).toBe("/auth/login?error=registration-domain");
    expect(await provider(t, "ann", "/images")).toBe("/images");
  });
});

describe("REGISTRATION=invite", () => {
  it("permits people with a valid invite link, by every method", async () => {
    await using t = await appOf({ REGISTRATION: "invite" });
    const owner = await t.user();
    const { inviteId, workspaceId } = await inviteOf(t, owner);
    expectError(await signUp(t, "new@corp.test"), "registration-by-invite");
    expectError(await signUp(t, "new@corp.test", "A".repeat(22)), "registration-by-invite");
    expectError(await google(t, "new@gmail.com"), "registration-by-invite");
    expect(await provider(t, "ann", "/images")).toBe("/auth/login?error=registration-by-invite");
    expectData(await signUp(t, "new@corp.test", inviteId), 201);
    expectData(await google(t, "new@gmail.com", inviteId));
    expect(await provider(t, "ann", `/invite/${inviteId}`)).toBe(`/invite/${inviteId}`);
    await t.call(revokeInvite, { params: { id: workspaceId } }, owner);
    expectError(await signUp(t, "later@corp.test", inviteId), "registration-by-invite");
  });

  it("permits addresses to which a valid invite was mailed", async () => {
    await using t = await appOf({ REGISTRATION: "invite" });
    const owner = await t.user();
    const { inviteId, workspaceId } = await inviteOf(t, owner);
    const emails = ["mira@corp.test", "late@corp.test"];
    expectData(await t.call(sendWorkspaceInvites, { body: { emails, inviteId } }, owner));
    expectData(await signUp(t, "Mira@corp.test"), 201);
    // A new link makes the mailed one invalid.
    t.clock.advance(1_000);
    await t.call(createInvite, { params: { id: workspaceId } }, owner);
    expectError(await signUp(t, "late@corp.test"), "registration-by-invite");
  });

  it("refuses an expired invite", async () => {
    await using t = await appOf({ REGISTRATION: "invite" });
    const owner = await t.user();
    const { inviteId } = await inviteOf(t, owner);
    t.clock.advance(8 * DAY_MS);
    expectError(await signUp(t, "new@corp.test", inviteId), "registration-by-invite");
  });
});
