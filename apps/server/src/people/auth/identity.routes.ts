import { inviteIdOf, loginGoogle } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement } from "../../platform/http/implement.ts";
import { sameSitePath } from "../../platform/http/same-site-path.ts";
import type { FinishedVisit } from "./oidc-states.service.ts";
import { CALLBACK, pageWith, type ProviderVisits } from "./provider-visits.ts";
import { originOf } from "./sessions.service.ts";
import type { SignInMethods } from "./sign-in-methods.service.ts";
import { OIDC_START, answerSignedIn, type CookieDeps, setSignInCookies } from "./sign-in.routes.ts";
import type { ProvenIdentity, SignIn } from "./sign-in.service.ts";

/** Refusals that a page reports after the redirect. */
const REFUSALS = [
  "email-already-in-use",
  "account-suspended",
  "registration-closed",
  "registration-by-invite",
  "registration-domain",
  "sign-in-method-off",
  "identity-in-use",
  "identity-mismatch",
] as const;

export interface IdentityRouteDeps {
  visits: ProviderVisits;
  signIn: SignIn;
  methods: SignInMethods;
  cookies: CookieDeps;
}

type Callback = FastifyRequest<{ Querystring: { state?: unknown } }>;

/** Page of signed-in users for visits whose start is unknown. */
const SECURITY_PAGE = "/account/security";

/** Returns the page that reports a refusal: the sign-in page, or the page from which a signed-in user started. */
function refusePage(request: Callback, visit: FinishedVisit | undefined, code: string): string {
  const isSignIn = visit === undefined ? request.actor.kind !== "user" : visit.visit.purpose === "sign-in";
  return isSignIn ? `/auth/login?error=${code}` : pageWith(visit?.next ?? SECURITY_PAGE, { error: code });
}

/** Registers sign-in with external identity providers: Google's credential and the OpenID Connect redirects, which also serve signed-in users. */
export function identityRoutes(app: FastifyInstance, { visits, signIn, methods, cookies }: IdentityRouteDeps): void {
  implement(app, loginGoogle, { needs: "public" }, async ({ body }, { request, reply }) => {
    const identity = await visits.googleIdentity(body.credentials);
    return answerSignedIn(cookies, request, reply, await signIn.withIdentity(identity, originOf(request), body.inviteId));
  });

  app.get<{ Querystring: { next?: unknown } }>(OIDC_START, { config: { needs: "public" } }, async (request, reply) => {
    void reply.header("cache-control", "no-store");
    if (!visits.hasProvider) throw new AppError("not-configured");
    try {
      return await reply.redirect(await visits.start(reply, { purpose: "sign-in" }, sameSitePath(request.query.next)), 302);
    } catch (error) {
      request.log.warn({ err: error }, "the identity provider cannot be reached");
      return reply.redirect("/auth/login?error=unavailable", 302);
    }
  });

  /** Does what the visit was for. Returns the page to open. */
  async function conclude(
    request: Callback,
    reply: FastifyReply,
    identity: ProvenIdentity,
    { visit, next }: FinishedVisit,
  ): Promise<string> {
    if (visit.purpose === "sign-in") {
      setSignInCookies(cookies, request, reply, await signIn.withIdentity(identity, originOf(request), inviteIdOf(next)));
      return next;
    }
    if (visit.purpose === "link") await methods.link(visit.actor, identity, request.ip);
    else await methods.prove(visit.actor, identity, request.ip);
    return pageWith(next, { done: visit.purpose });
  }

  async function comeBack(request: Callback, reply: FastifyReply): Promise<string> {
    const outcome = await visits.finish(request);
    if ("refusal" in outcome) {
      request.log.info({ err: outcome.cause, reason: outcome.refusal }, "visit of the identity provider refused");
      return refusePage(request, outcome.visit, outcome.refusal);
    }
    try {
      return await conclude(request, reply, outcome.identity, outcome.visit);
    } catch (error) {
      const refused = error instanceof AppError && REFUSALS.find((code) => code === error.code);
      if (refused) return refusePage(request, outcome.visit, refused);
      throw error;
    }
  }

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK, { config: { needs: "public" } }, async (request, reply) => {
    void reply.header("cache-control", "no-store");
    return reply.redirect(await comeBack(request, reply), 302);
  });
}
