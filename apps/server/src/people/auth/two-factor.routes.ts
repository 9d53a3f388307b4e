import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, getTwoFactor, setUpTwoFactor, verifyTwoFactor } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { originOf } from "./sessions.service.ts";
import { answerSignedIn, type CookieDeps } from "./sign-in.routes.ts";
import type { TwoFactor } from "./two-factor.service.ts";

/** Registers the set-up of one-time codes and the second step of a sign-in. */
export function twoFactorRoutes(app: FastifyInstance, { twoFactor, cookies }: { twoFactor: TwoFactor; cookies: CookieDeps }): void {
  implement(app, getTwoFactor, { needs: "account.own" }, (_args, { actor }) => twoFactor.status(signedIn(actor).id));

  implement(app, setUpTwoFactor, { needs: "account.own" }, ({ body }, { actor, request }) =>
    twoFactor.setUp(signedIn(actor), body.password, request.ip),
  );

  implement(app, enableTwoFactor, { needs: "account.own" }, async ({ body }, { actor, request }) => ({
    recoveryCodes: await twoFactor.enable(signedIn(actor), body.code, request.ip),
  }));

  implement(app, createRecoveryCodes, { needs: "account.own" }, async ({ body }, { actor, request }) => ({
    recoveryCodes: await twoFactor.renew(signedIn(actor), body.password, request.ip),
  }));

  implement(app, disableTwoFactor, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    await twoFactor.disable(signedIn(actor), body.password, request.ip);
    return {};
  });

  implement(app, verifyTwoFactor, { needs: "public" }, async ({ body }, { request, reply }) =>
    answerSignedIn(cookies, request, reply, await twoFactor.verify(body, originOf(request))),
  );
}
