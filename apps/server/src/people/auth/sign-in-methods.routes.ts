import { getSignInMethods, linkGoogle, proveWithGoogle, sendPasswordLink, startProvider, unlinkIdentity } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { sameSitePath } from "../../platform/http/same-site-path.ts";
import type { PasswordResets } from "./password-resets.service.ts";
import type { ProviderVisits } from "./provider-visits.ts";
import { presentIdentity, presentMethods } from "./sign-in-methods.present.ts";
import type { SignInMethods } from "./sign-in-methods.service.ts";

/** Page to which the provider returns if the caller names none. */
const SECURITY_PAGE = "/account/security";

export interface SignInMethodRouteDeps {
  methods: SignInMethods;
  visits: ProviderVisits;
  resets: PasswordResets;
  googleClientId: string | undefined;
}

/** Registers the management of sign-in methods, and proofs by an identity provider. */
export function signInMethodRoutes(app: FastifyInstance, { methods, visits, resets, googleClientId }: SignInMethodRouteDeps): void {
  implement(app, getSignInMethods, { needs: "account.own" }, async (_args, { actor }) =>
    presentMethods(await methods.view(signedIn(actor).id)),
  );

  implement(app, startProvider, { needs: "account.own" }, async ({ body }, { actor, request, reply }) => {
    const user = signedIn(actor);
    const { provider, purpose, next } = body;
    await methods.assertMayStart(user, body, request.ip);
    if (provider === "google") {
      return { url: null, nonce: await visits.createNonce(user, purpose), clientId: googleClientId ?? null };
    }
    const url = await visits.start(reply, { purpose, actor: user }, next === undefined ? SECURITY_PAGE : sameSitePath(next));
    return { url, nonce: null, clientId: null };
  });

  implement(app, linkGoogle, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    const user = signedIn(actor);
    const identity = await visits.googleIdentityFor(user, "link", body.credentials);
    return presentIdentity(await methods.link(user, identity, request.ip));
  });

  implement(app, proveWithGoogle, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    const user = signedIn(actor);
    await methods.prove(user, await visits.googleIdentityFor(user, "prove", body.credentials), request.ip);
    return {};
  });

  implement(app, unlinkIdentity, { needs: "account.own" }, async ({ params, body }, { actor, request }) => {
    await methods.unlink(signedIn(actor), params.identityId, body.password, request.ip);
    return {};
  });

  implement(app, sendPasswordLink, { needs: "account.own" }, async (_args, { actor, request }) => {
    await resets.sendFirst(signedIn(actor), request.ip);
    return {};
  });
}
