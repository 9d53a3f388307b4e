import {
  addPasskey,
  getSettings,
  getSignInMethods,
  linkGoogle,
  listOutbox,
  startPasskey,
  startProvider,
  unlinkIdentity,
  updateSettings,
} from "@stillreel/contract";
import { createTestApp, expectData, type TestApp, type TestUser } from "@stillreel/testing";
import { startIdentityProvider, type IdentityProvider } from "@stillreel/testing/oidc";
import { createAuthenticator } from "./passkeys.fixture.ts";

const ORIGIN = "http://localhost:8700";
const CALLBACK = `${ORIGIN}/api/v1/auth/oidc/callback`;

/** A session in a browser. */
export interface Session {
  headers: Record<string, string>;
  cookie: string;
}

/** What a visit of the provider is for. */
export interface Start {
  purpose: "link" | "prove";
  next?: string;
  password?: string;
}

export const ALL_METHODS = { password: true, google: true, oidc: true };

export const cookieOf = (answer: { headers: Record<string, unknown> }, name: string): string =>
  ([answer.headers["set-cookie"] ?? []].flat() as string[]).find((line) => line.startsWith(`${name}=`))?.split(";")[0] ?? "";

export const sessionOf = ({ idToken, refreshToken }: { idToken: string; refreshToken: string }): Session => ({
  headers: { idtoken: idToken, refreshtoken: refreshToken },
  cookie: `idToken=${idToken}; refreshToken=${refreshToken}`,
});

/** A server with Google and a real OpenID Connect provider. The names of people at the provider are their subjects. */
export class SignInWorld {
  readonly test: TestApp;
  readonly idp: IdentityProvider;
  readonly admin: TestUser;

  private constructor(test: TestApp, idp: IdentityProvider, admin: TestUser) {
    this.test = test;
    this.idp = idp;
    this.admin = admin;
  }

  static async start(names: readonly string[]): Promise<SignInWorld> {
    const idp = await startIdentityProvider(
      Object.fromEntries(names.map((name) => [name, { email: `${name}@corp.test`, email_verified: true, name }])),
    );
    idp.allowRedirect(CALLBACK);
    const config = {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.clientId,
      OIDC_CLIENT_SECRET: idp.clientSecret,
      OIDC_NAME: "Corp",
      GOOGLE_CLIENT_ID: idp.clientId,
      // Another issuer than the provider's, so that each identity belongs to one provider.
      GOOGLE_ISSUERS: "https://accounts.google.com",
      GOOGLE_JWKS_URI: idp.jwksUri,
      ALLOW_INSECURE_UPSTREAM: "true",
    };
    const test = await createTestApp({ config });
    return new SignInWorld(test, idp, await test.user());
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.idp.close();
  }

  async methodsOf({ headers }: Session) {
    return (await this.test.call(getSignInMethods, {}, null, headers)).data();
  }

  /** Makes the last sign-ins of an account too old. */
  async makeOld(email: string): Promise<void> {
    const statement =
      "update sessions set authenticated_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)";
    await this.test.ports.pool.query(statement, [email]);
  }

  async mailTo(address: string, subject: string) {
    const { items } = (await this.test.call(listOutbox, { query: { limit: 200 } }, this.admin)).data();
    return items.find((mail) => mail.to === address && mail.subject === subject);
  }

  /** Changes the setting of the permitted methods. */
  async permit(signIn: typeof ALL_METHODS): Promise<void> {
    const { version } = (await this.test.call(getSettings, {}, this.admin)).data().signIn;
    expectData(await this.test.call(updateSettings, { body: { signIn: { value: signIn, version } } }, this.admin));
  }

  /** Signs in at the provider of OpenID Connect; the first time this creates an account. */
  async signUpAt(subject: string): Promise<Session> {
    const begun = await this.test.app.inject({ url: "/api/v1/auth/oidc/start" });
    const back = await this.enter(String(begun.headers.location), subject);
    const answer = await this.returnTo(back, cookieOf(begun, "oidcState"));
    const [idToken = "", refreshToken = ""] = ["idToken", "refreshToken"].map((name) => cookieOf(answer, name).slice(name.length + 1));
    return sessionOf({ idToken, refreshToken });
  }

  /** Signs a person in at the provider. Returns the address to which it redirects. */
  async enter(url: string, subject: string): Promise<string> {
    this.idp.choose(subject);
    return this.idp.visit(url, CALLBACK);
  }

  returnTo(back: string, cookie: string) {
    return this.test.app.inject({ url: back.slice(ORIGIN.length), headers: { cookie } });
  }

  start({ headers }: Session, body: Start) {
    return this.test.call(startProvider, { body: { provider: "oidc", ...body } }, null, headers);
  }

  /** Visits the provider of OpenID Connect as a person of it. Returns the page to which the server redirects. */
  async visit(session: Session, subject: string, given: Start, change: (url: URL) => void = () => {}): Promise<string> {
    const begun = await this.start(session, given);
    const url = new URL(begun.data().url ?? "");
    change(url);
    const back = await this.enter(url.href, subject);
    return String((await this.returnTo(back, `${session.cookie}; ${cookieOf(begun, "oidcState")}`)).headers.location);
  }

  /** Returns a credential of Google's button for a purpose. */
  async credentialOf({ headers }: Session, purpose: "link" | "prove", subject: string): Promise<string> {
    const { nonce } = (await this.test.call(startProvider, { body: { provider: "google", purpose } }, null, headers)).data();
    return this.mint(subject, nonce);
  }

  mint(subject: string, nonce: string | null): Promise<string> {
    const claims = { email: `${subject}@gmail.com`, email_verified: true, name: subject, ...(nonce && { nonce }) };
    return this.idp.mint({ subject, issuer: "https://accounts.google.com", claims });
  }

  async linkByGoogle(session: Session, subject: string) {
    const credentials = await this.credentialOf(session, "link", subject);
    return this.test.call(linkGoogle, { body: { credentials } }, null, session.headers);
  }

  unlink({ headers }: Session, identityId: string, password?: string) {
    return this.test.call(unlinkIdentity, { params: { identityId }, body: { password } }, null, headers);
  }

  /** Adds a passkey to the account of a session. */
  async withPasskey({ headers }: Session): Promise<ReturnType<typeof createAuthenticator>> {
    const key = createAuthenticator(ORIGIN);
    const { challenge } = (await this.test.call(startPasskey, { body: {} }, null, headers)).data();
    expectData(await this.test.call(addPasskey, { body: { name: "Laptop", credential: key.create({ challenge }) } }, null, headers), 201);
    return key;
  }
}
