import {
  addPasskey,
  listPasskeys,
  proveWithPasskey,
  removePasskey,
  restorePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { presentPasskey } from "./passkeys.present.ts";
import type { Passkeys } from "./passkeys.service.ts";
import { originOf } from "./sessions.service.ts";
import { answerSignedIn, type CookieDeps } from "./sign-in.routes.ts";

/** Registers the management of passkeys and the sign-in with them. */
export function passkeyRoutes(app: FastifyInstance, { passkeys, cookies }: { passkeys: Passkeys; cookies: CookieDeps }): void {
  implement(app, listPasskeys, { needs: "account.own" }, async (_args, { actor }) => ({
    items: (await passkeys.list(signedIn(actor).id)).map(presentPasskey),
    nextCursor: null,
  }));

  implement(app, startPasskey, { needs: "account.own" }, ({ body }, { actor, request }) =>
    passkeys.start(signedIn(actor), body.password, request.ip),
  );

  implement(app, addPasskey, { needs: "account.own" }, async ({ body }, { actor, request }) =>
    presentPasskey(await passkeys.add(signedIn(actor), body, request.ip)),
  );

  implement(app, removePasskey, { needs: "account.own" }, async ({ params, body }, { actor, request }) => {
    await passkeys.remove(signedIn(actor), params.passkeyId, body.password, request.ip);
    return {};
  });

  implement(app, restorePasskey, { needs: "account.own" }, async ({ params }, { actor, request }) =>
    presentPasskey(await passkeys.restore(signedIn(actor), params.passkeyId, request.ip)),
  );

  implement(app, startPasskeySignIn, { needs: "public" }, (_args, { request }) => passkeys.startSignIn(request.ip));

  implement(app, signInWithPasskey, { needs: "public" }, async ({ body }, { request, reply }) =>
    answerSignedIn(cookies, request, reply, await passkeys.signIn(body, originOf(request))),
  );

  implement(app, startPasskeyProof, { needs: "account.own" }, (_args, { actor, request }) =>
    passkeys.startProof(signedIn(actor), request.ip),
  );

  implement(app, proveWithPasskey, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    await passkeys.prove(signedIn(actor), body, request.ip);
    return {};
  });
}
