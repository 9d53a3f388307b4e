import { API_BASE, inviteIdOf, loginGoogle } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement } from "../../platform/http/implement.ts";
import { createGoogleCredentials } from "../../platform/ports/oidc/google.oidc.ts";
import type { ProviderClaims } from "../../platform/ports/oidc/oidc.port.ts";
import { createOidcProvider } from "../../platform/ports/oidc/openid.oidc.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { cookieOf, setCookie } from "./credentials.ts";
import { createOidcStates, sameSitePath } from "./oidc-states.service.ts";
import { originOf } from "./sessions.service.ts";
import { OIDC_START, answerSignedIn, type CookieDeps, setSignInCookies } from "./sign-in.routes.ts";
import type { ProvenIdentity, SignIn } from "./sign-in.service.ts";

const CALLBACK = `${API_BASE}/auth/oidc/callback`;
/** Cookie that binds a sign-in in progress to the browser that started it. It is sent only to the callback. */
const STATE_COOKIE = "oidcState";

/** Refusals of a sign-in with a verified identity. */
const REFUSED_ACCOUNT = [
  "email-already-in-use",
  "account-suspended",
  "registration-closed",
  "registration-by-invite",
  "registration-domain",
  "sign-in-method-off",
] as const;

/** Errors that the sign-in page shows after a redirect. */
type Refusal = "sign-in-declined" | "invalid-credentials" | "unavailable" | (typeof REFUSED_ACCOUNT)[number];

/** Returns a Google identity. Google hosts the mail of gmail.com and Workspace domains, so there it owns the address. */
function ofGoogle({ hostedDomain, ...claims }: ProviderClaims): ProvenIdentity {
  return { ...claims, provider: "google", ownsEmail: hostedDomain !== undefined || /@gmail\.com$/iu.test(claims.email) };
}

/**
 * Returns an identity of another provider. It is trusted for sign-in, but it is unknown whether it hosts the user's
 * mail.
 */
function ofProvider(claims: ProviderClaims): ProvenIdentity {
  return { ...claims, provider: "oidc", ownsEmail: false };
}

export interface IdentityRouteDeps {
  ports: Ports;
  signIn: SignIn;
  cookies: CookieDeps;
}

/** Registers sign-in with external identity providers: Google's credential and the OpenID Connect redirects. */
export function identityRoutes(app: FastifyInstance, { ports, signIn, cookies }: IdentityRouteDeps): void {
  const google = createGoogleCredentials(ports.config, ports.clock);
  const provider = createOidcProvider(ports.config);
  const states = createOidcStates(ports);
  const isSecure = (): boolean => ports.publicUrl().startsWith("https:");

  implement(app, loginGoogle, { needs: "public" }, async ({ body }, { request, reply }) => {
    if (!google) throw new AppError("not-configured");
    const outcome = await google.verify(body.credentials);
    if (!outcome.ok) {
      if (outcome.reason === "unavailable") throw new AppError("unavailable", { cause: outcome.cause });
      throw new AppError("invalid-credentials", { cause: outcome.cause });
    }
    const signedIn = await signIn.withIdentity(ofGoogle(outcome.claims), originOf(request), body.inviteId);
    return answerSignedIn(cookies, request, reply, signedIn);
  });

  const refuse = (reply: FastifyReply, code: Refusal) => reply.redirect(`/auth/login?error=${code}`, 302);

  app.get<{ Querystring: { next?: unknown } }>(OIDC_START, { config: { needs: "public" } }, async (request, reply) => {
    void reply.header("cache-control", "no-store");
    if (!provider) throw new AppError("not-configured");
    try {
      const { url, handshake } = await provider.start(`${ports.publicUrl()}${CALLBACK}`);
      const { browserSecret, maxAgeS } = await states.store({ handshake, next: sameSitePath(request.query.next) });
      setCookie(reply, { name: STATE_COOKIE, value: browserSecret, secure: isSecure(), maxAgeS, path: CALLBACK });
      return await reply.redirect(url, 302);
    } catch (error) {
      request.log.warn({ err: error }, "the identity provider cannot be reached");
      return refuse(reply, "unavailable");
    }
  });

  async function comeBack(request: FastifyRequest<{ Querystring: { state?: unknown } }>, reply: FastifyReply): Promise<FastifyReply> {
    const state = typeof request.query.state === "string" ? request.query.state : "";
    const pending = provider && state ? await states.take(state, cookieOf(request.headers.cookie, STATE_COOKIE)) : undefined;
    if (!provider || !pending) return refuse(reply, "invalid-credentials");
    const outcome = await provider.finish(`${ports.publicUrl()}${request.url}`, pending.handshake);
    if (!outcome.ok) {
      request.log.info({ err: outcome.cause, reason: outcome.reason }, "sign-in by provider refused");
      return refuse(reply, outcome.reason === "declined" ? "sign-in-declined" : "invalid-credentials");
    }
    try {
      const signedIn = await signIn.withIdentity(ofProvider(outcome.claims), originOf(request), inviteIdOf(pending.next));
      setSignInCookies(cookies, request, reply, signedIn);
      return await reply.redirect(pending.next, 302);
    } catch (error) {
      const refused = error instanceof AppError && REFUSED_ACCOUNT.find((code) => code === error.code);
      if (refused) return refuse(reply, refused);
      throw error;
    }
  }

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK, { config: { needs: "public" } }, async (request, reply) => {
    void reply.header("cache-control", "no-store");
    const answer = await comeBack(request, reply);
    return answer;
  });
}
