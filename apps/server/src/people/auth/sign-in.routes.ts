import { endSession, getSignInOptions, listSessions, login, logout, refresh, register, type RegistrationMode } from "@stillreel/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Accounts } from "./accounts.service.ts";
import { originOf, type Sessions } from "./sessions.service.ts";
import type { SignedIn, SignIn } from "./sign-in.service.ts";
import { presentSession, presentSignedIn } from "./user.present.ts";

/** Path that starts a sign-in with OpenID Connect. */
export const OIDC_START = "/api/v1/auth/oidc/start";

export interface SignInRouteDeps {
  signIn: SignIn;
  sessions: Sessions;
  accounts: Accounts;
  options: {
    publicUrl: () => string;
    googleClientId: string | undefined;
    oidcName: string | undefined;
    registration: () => Promise<RegistrationMode>;
  };
}

/** Sets the cookies and returns the body of a successful sign-in. */
export function answerSignedIn(sessions: Sessions, reply: FastifyReply, { user, opened, isNewUser }: SignedIn) {
  sessions.giveCookies(reply, opened);
  return presentSession(user, opened.tokens, isNewUser);
}

export function signInRoutes(app: FastifyInstance, { signIn, sessions, accounts, options }: SignInRouteDeps): void {
  implement(app, register, { needs: "public" }, async ({ body }, { request, reply }) =>
    answerSignedIn(sessions, reply, await signIn.register(body, originOf(request))),
  );

  implement(app, login, { needs: "public" }, async ({ body }, { request, reply }) =>
    answerSignedIn(sessions, reply, await signIn.login(body, originOf(request))),
  );

  implement(app, refresh, { needs: "account.own" }, async (_args, { request, reply }) => {
    const opened = await sessions.refresh(request);
    void reply.header("idToken", opened.tokens.idToken);
    return answerSignedIn(sessions, reply, { user: await accounts.get(opened.userId), opened, isNewUser: false });
  });

  implement(app, logout, { needs: "public" }, async (_args, { actor, request, reply }) => {
    if (actor.kind === "user") await accounts.endSession(actor, actor.sessionId, request.ip);
    sessions.takeCookies(reply);
    return {};
  });

  implement(app, listSessions, { needs: "account.own" }, async (_args, { actor }) => {
    const user = signedIn(actor);
    return { items: (await sessions.list(user.id)).map((row) => presentSignedIn(row, user.sessionId)), nextCursor: null };
  });

  implement(app, endSession, { needs: "account.own" }, async ({ params }, { actor, request, reply }) => {
    const user = signedIn(actor);
    if (!(await accounts.endSession(user, params.sessionId, request.ip))) throw new AppError("not-found");
    if (params.sessionId === user.sessionId) sessions.takeCookies(reply);
    return {};
  });

  implement(app, getSignInOptions, { needs: "public" }, async () => ({
    host: new URL(options.publicUrl()).host,
    google: options.googleClientId ? { clientId: options.googleClientId } : null,
    oidc: options.oidcName ? { name: options.oidcName, startUrl: OIDC_START } : null,
    hasUsers: await accounts.anyExist(),
    registration: await options.registration(),
  }));
}
