import { API_BASE, PROVIDER_DONE, PROVIDER_ERROR, type ProviderPurpose } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { createGoogleCredentials } from "../../platform/ports/oidc/google.oidc.ts";
import type { ProviderClaims } from "../../platform/ports/oidc/oidc.port.ts";
import { createOidcProvider } from "../../platform/ports/oidc/openid.oidc.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { cookieOf, setCookie } from "./credentials.ts";
import { createOidcStates, type FinishedVisit, type Visit } from "./oidc-states.service.ts";
import type { ProvenIdentity } from "./sign-in.service.ts";

/** Path to which the provider of OpenID Connect returns. */
export const CALLBACK = `${API_BASE}/auth/oidc/callback`;
/** Cookie that binds a visit in progress to the browser that started it. It is sent only to the callback. */
const STATE_COOKIE = "oidcState";
/** Difference between the clocks of provider and server that is tolerated. */
const TOLERANCE_MS = 60_000;

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

/** Why a visit ended without an identity. */
type VisitRefusal = "sign-in-declined" | "invalid-credentials" | "reauthentication-required";

/** A visit that returned: the identity, or why there is none. `visit` is absent when it is unknown, used, expired, or from elsewhere. */
type VisitOutcome =
  | { identity: ProvenIdentity; visit: FinishedVisit }
  | { refusal: VisitRefusal; visit: FinishedVisit | undefined; cause?: unknown };

/** Returns the page to return to, with the result of a visit in its query. */
export function pageWith(next: string, result: { done: ProviderPurpose } | { error: string }): string {
  const url = new URL(next, "http://here.invalid");
  if ("done" in result) url.searchParams.set(PROVIDER_DONE, result.done);
  else url.searchParams.set(PROVIDER_ERROR, result.error);
  return `${url.pathname}${url.search}${url.hash}`;
}

export type ProviderVisits = ReturnType<typeof createProviderVisits>;

/** Creates the visits of identity providers: redirects of OpenID Connect, and credentials of Google. Both give verified identities. */
export function createProviderVisits(ports: Ports) {
  const google = createGoogleCredentials(ports.config, ports.clock);
  const provider = createOidcProvider(ports.config);
  const states = createOidcStates(ports);
  const isSecure = (): boolean => ports.publicUrl().startsWith("https:");

  /** @throws AppError `not-configured`, `unavailable`, `invalid-credentials` */
  async function claimsOfGoogle(credentials: string): Promise<ProviderClaims> {
    if (!google) throw new AppError("not-configured");
    const outcome = await google.verify(credentials);
    if (outcome.ok) return outcome.claims;
    throw new AppError(outcome.reason === "unavailable" ? "unavailable" : "invalid-credentials", { cause: outcome.cause });
  }

  return {
    hasProvider: provider !== null,
    createNonce: states.createNonce,

    /** Starts a visit: sets the cookie of the browser and returns the address of the provider. @throws AppError `not-configured`, `unavailable` */
    async start(reply: FastifyReply, visit: Visit, next: string): Promise<string> {
      if (!provider) throw new AppError("not-configured");
      const again = visit.purpose === "prove" ? "again" : undefined;
      const started = await provider.start(`${ports.publicUrl()}${CALLBACK}`, again).catch((cause: unknown) => {
        throw new AppError("unavailable", { cause });
      });
      const { browserSecret, maxAgeS } = await states.store({ handshake: started.handshake, next, visit });
      setCookie(reply, { name: STATE_COOKIE, value: browserSecret, secure: isSecure(), maxAgeS, path: CALLBACK });
      return started.url;
    },

    /** Finishes the visit from which the browser returns. */
    async finish(request: FastifyRequest<{ Querystring: { state?: unknown } }>): Promise<VisitOutcome> {
      const state = typeof request.query.state === "string" ? request.query.state : "";
      const secret = cookieOf(request.headers.cookie, STATE_COOKIE);
      const visit = provider && state ? await states.take(state, secret, request.actor) : undefined;
      if (!provider || !visit) return { refusal: "invalid-credentials", visit: undefined };
      const outcome = await provider.finish(`${ports.publicUrl()}${request.url}`, visit.handshake);
      if (!outcome.ok) {
        const refusal = outcome.reason === "declined" ? "sign-in-declined" : "invalid-credentials";
        return { refusal, visit, cause: outcome.cause };
      }
      const { authenticatedAt } = outcome.claims;
      const isAgain = authenticatedAt !== undefined && authenticatedAt.getTime() >= visit.startedAt.getTime() - TOLERANCE_MS;
      // A provider that ignores the request for credentials answers with the old sign-in, or without its time.
      if (visit.visit.purpose === "prove" && !isAgain) return { refusal: "reauthentication-required", visit };
      return { identity: ofProvider(outcome.claims), visit };
    },

    /** Verifies a Google credential for a sign-in. @throws AppError `not-configured`, `unavailable`, `invalid-credentials` */
    async googleIdentity(credentials: string): Promise<ProvenIdentity> {
      return ofGoogle(await claimsOfGoogle(credentials));
    },

    /**
     * Verifies a Google credential that was made for one purpose in the user's session, once.
     * @throws AppError `not-configured`, `unavailable`, `invalid-credentials`
     */
    async googleIdentityFor(actor: UserActor, purpose: ProviderPurpose, credentials: string): Promise<ProvenIdentity> {
      const claims = await claimsOfGoogle(credentials);
      const isOwn = claims.nonce !== undefined && (await states.takeNonce(actor, purpose, claims.nonce));
      if (!isOwn) throw new AppError("invalid-credentials");
      return ofGoogle(claims);
    },
  };
}
