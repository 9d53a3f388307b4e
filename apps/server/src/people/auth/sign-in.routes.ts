import {
  endOtherSessions,
  endSession,
  getSignInOptions,
  listSessions,
  login,
  logout,
  refresh,
  register,
  type RegistrationMode,
  type ServerResult,
} from "@stillreel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { logoPath } from "../../platform/settings/logo-path.ts";
import type { Settings } from "../../platform/ports/settings.port.ts";
import type { Accounts } from "./accounts.service.ts";
import type { KnownDevices } from "./known-devices.ts";
import { originOf, type Sessions } from "./sessions.service.ts";
import type { SignedIn, SignIn } from "./sign-in.service.ts";
import { presentSession, presentSignedIn } from "./user.present.ts";

/** Path that starts a sign-in with OpenID Connect. */
export const OIDC_START = "/api/v1/auth/oidc/start";

export interface SignInRouteDeps {
  signIn: SignIn;
  sessions: Sessions;
  devices: KnownDevices;
  accounts: Accounts;
  options: {
    publicUrl: () => string;
    googleClientId: string | undefined;
    oidcName: string | undefined;
    registration: () => Promise<RegistrationMode>;
    settings: Pick<Settings, "current">;
  };
}

/** The services that set the cookies of a sign-in. */
export interface CookieDeps {
  sessions: Sessions;
  devices: KnownDevices;
}

/** Sets the cookies of a successful sign-in: its session, and the mark of the browser. */
export function setSignInCookies({ sessions, devices }: CookieDeps, request: FastifyRequest, reply: FastifyReply, done: SignedIn): void {
  sessions.giveCookies(reply, done.opened);
  devices.mark(request, reply, done.user.id);
}

/** Sets the cookies and returns the body of a successful sign-in. */
export function answerSignedIn(deps: CookieDeps, request: FastifyRequest, reply: FastifyReply, done: SignedIn) {
  setSignInCookies(deps, request, reply, done);
  return presentSession(done.user, done.opened.tokens, done.isNewUser);
}

export function signInRoutes(app: FastifyInstance, { signIn, sessions, devices, accounts, options }: SignInRouteDeps): void {
  const cookies: CookieDeps = { sessions, devices };
  implement(app, register, { needs: "public" }, async ({ body }, { request, reply }) =>
    answerSignedIn(cookies, request, reply, await signIn.register(body, originOf(request))),
  );

  implement(app, login, { needs: "public" }, async ({ body }, { request, reply }) => {
    const done = await signIn.login(body, originOf(request), (userId) => devices.idFor(request, userId));
    return answerSignedIn(cookies, request, reply, done);
  });

  implement(app, refresh, { needs: "account.own" }, async (_args, { request, reply }) => {
    const opened = await sessions.refresh(request);
    void reply.header("idToken", opened.tokens.idToken);
    sessions.giveCookies(reply, opened);
    return presentSession(await accounts.get(opened.userId), opened.tokens, false);
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

  implement(app, endOtherSessions, { needs: "account.own" }, async (_args, { actor, request }) => ({
    ended: await accounts.endOtherSessions(signedIn(actor), request.ip),
  }));

  implement(app, getSignInOptions, { needs: "public" }, async () => presentOptions(accounts, options));
}

async function presentOptions(accounts: Accounts, options: SignInRouteDeps["options"]): Promise<ServerResult<typeof getSignInOptions>> {
  const { signIn, serverName, logo } = options.settings.current();
  return {
    host: new URL(options.publicUrl()).host,
    serverName,
    logoUrl: logoPath({ logo }),
    password: signIn.password,
    google: options.googleClientId && signIn.google ? { clientId: options.googleClientId } : null,
    oidc: options.oidcName && signIn.oidc ? { name: options.oidcName, startUrl: OIDC_START } : null,
    hasUsers: await accounts.anyExist(),
    registration: await options.registration(),
  };
}
