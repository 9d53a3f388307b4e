import http from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { type Configuration, Provider } from "oidc-provider";

/** A user of the provider. The key in `people` is the subject. */
export interface ProviderPerson {
  email: string;
  email_verified: boolean;
  name?: string;
}

/** Changes to an otherwise valid ID token. */
export interface TokenChange {
  claims?: Record<string, unknown>;
  issuer?: string;
  audience?: string;
  subject?: string;
  issuedAt?: number;
  expiresAt?: number;
  kid?: string;
  /** `foreign` signs with a key that is not published; `public-as-secret` uses the public key for HS256. */
  key?: "own" | "foreign" | "public-as-secret";
}

/** A real OpenID Connect provider on the loopback interface that signs in the chosen user without a prompt. */
export interface IdentityProvider {
  issuer: string;
  jwksUri: string;
  clientId: string;
  clientSecret: string;
  /** Sets the user that the next visit signs in. */
  choose(subject: string): void;
  /** Sets whether the next visits refuse instead. */
  decline(value: boolean): void;
  /** Allows a redirect address. Must be called before the first visit. */
  allowRedirect(uri: string): void;
  /** Creates an ID token like those of Google's sign-in button. */
  mint(change?: TokenChange): Promise<string>;
  /** Follows redirects from `url` with cookies, until one leads to `stopAt`. Returns that address. */
  visit(url: string, stopAt: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { id: "stillreel", secret: "a-client-secret-for-tests-only" };

function configurationOf(issuer: string, redirects: string[], jwk: JWK, people: Record<string, ProviderPerson>): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirects.length > 0 ? redirects : [`${issuer}/nowhere`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [jwk] },
    pkce: { required: () => true },
    scopes: ["openid", "email", "profile"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ["a-cookie-key-for-tests-only"] },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600, AuthorizationCode: 60 },
  };
}

export async function startIdentityProvider(people: Record<string, ProviderPerson>): Promise<IdentityProvider> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let subject = Object.keys(people)[0] ?? "";
  let declines = false;
  let provider: Provider | undefined;
  const redirects: string[] = [];
  const jwk = { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "k1" };

  const providerOf = (): Provider => (provider ??= new Provider(issuer, configurationOf(issuer, redirects, jwk, people)));

  async function interact(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const oidc = providerOf();
    const { prompt, grantId, session, params } = await oidc.interactionDetails(request, response);
    if (declines)
      return oidc.interactionFinished(request, response, { error: "access_denied", error_description: "The user did not approve access." });
    if (prompt.name === "login")
      return oidc.interactionFinished(request, response, { login: { accountId: subject } }, { mergeWithLastSubmission: false });
    const known = grantId ? await oidc.Grant.find(grantId) : undefined;
    const grant = known ?? new oidc.Grant({ accountId: session?.accountId ?? subject, clientId: String(params["client_id"]) });
    grant.addOIDCScope("openid email profile");
    return oidc.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
  }

  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void providerOf().callback()(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  const own = ({ key }: TokenChange) => (key === "foreign" ? foreign.privateKey : privateKey);

  async function mint(change: TokenChange = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const sub = change.subject ?? subject;
    const isHmac = change.key === "public-as-secret";
    const key = isHmac ? new TextEncoder().encode(String((await exportJWK(publicKey)).n)) : own(change);
    return new SignJWT({ ...people[sub], ...change.claims })
      .setProtectedHeader({ alg: isHmac ? "HS256" : "RS256", kid: change.kid ?? "k1", typ: "JWT" })
      .setIssuer(change.issuer ?? issuer)
      .setAudience(change.audience ?? CLIENT.id)
      .setSubject(sub)
      .setIssuedAt(change.issuedAt ?? now)
      .setExpirationTime(change.expiresAt ?? now + 3_600)
      .sign(key);
  }

  return {
    issuer,
    jwksUri: `${issuer}/jwks`,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    choose: (chosen) => void (subject = chosen),
    decline: (value) => void (declines = value),
    allowRedirect: (uri) => void redirects.push(uri),
    mint,
    visit: follow,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Follows redirects as a browser does, with a separate cookie jar. */
async function follow(url: string, stopAt: string): Promise<string> {
  const jar = new Map<string, string>();
  for (let at = url, step = 0; step < 15; step += 1) {
    const answer = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    if (!location) throw new Error(`No redirect at ${at}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    at = new URL(location, at).href;
    if (at.startsWith(stopAt)) return at;
  }
  throw new Error("too many redirects");
}
