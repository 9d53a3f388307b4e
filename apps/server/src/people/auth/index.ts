import type { FastifyReply, FastifyRequest } from "fastify";
import { PASSWORD_COSTS } from "../../platform/config/password-cost.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Connections } from "../connections/index.ts";
import type { Workspaces } from "../workspaces/index.ts";
import { accessTokenRoutes } from "./access-tokens.routes.ts";
import { createAccessTokens } from "./access-tokens.service.ts";
import { accountRoutes } from "./account.routes.ts";
import { createAccounts } from "./accounts.service.ts";
import { type AvatarMedia, createAvatars } from "./avatars.service.ts";
import { avatarRoutes } from "./avatars.routes.ts";
import { createEmailChanges } from "./email-changes.service.ts";
import { createIdTokens } from "./id-token.ts";
import { identityRoutes } from "./identity.routes.ts";
import { createKnownDevices } from "./known-devices.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import { createPasskeys } from "./passkeys.service.ts";
import { createPasswordGuard } from "./password-guard.ts";
import { createPasswords } from "./passwords.ts";
import { createPasswordResets } from "./password-resets.service.ts";
import { createProviderVisits } from "./provider-visits.ts";
import { createRegistration } from "./registration.service.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import { createSessions } from "./sessions.service.ts";
import { signInMethodRoutes } from "./sign-in-methods.routes.ts";
import { createSignInMethods } from "./sign-in-methods.service.ts";
import { createSignInAlerts } from "./sign-in-alerts.service.ts";
import { signInRoutes } from "./sign-in.routes.ts";
import { createSignIn } from "./sign-in.service.ts";
import { twoFactorRoutes } from "./two-factor.routes.ts";
import { createTwoFactor } from "./two-factor.service.ts";

export { assertOwnOrigin, hintSession } from "./credentials.ts";
export { languageOfRequest } from "./request-language.ts";
export { emailKeyOf } from "./sign-in.service.ts";
export { hasOtherUsers, lockAdministrators, lockUser, updateUser, type UserRow } from "./users.repo.ts";
export { avatarUrl, languageOf, presentPreferences } from "./user.present.ts";
export type { PasswordResets } from "./password-resets.service.ts";

export interface AuthDeps {
  workspaces: Pick<Workspaces, "createPersonal" | "invites" | "leaveAll" | "listFavoriteFolders">;
  connections: Pick<Connections, "ofUser" | "revokeAllLater">;
  outbox: Pick<Outbox, "post">;
  media: AvatarMedia;
  audit: Audit;
  limits: RateLimits;
  states: Pick<AccountStates, "learn">;
  events: Pick<Events, "publish">;
}

export type Auth = ReturnType<typeof createAuth>;

/** Returns what the sign-in page shows. */
const signInOptions = ({ config, db, publicUrl, settings }: Ports, registration: ReturnType<typeof createRegistration>) => ({
  publicUrl,
  googleClientId: config.GOOGLE_CLIENT_ID,
  oidcName: config.OIDC_ISSUER ? config.OIDC_NAME : undefined,
  registration: () => registration.mode(db),
  settings,
});

/** Creates the module for accounts, sessions and all sign-in methods. */
export function createAuth(ports: Ports, { workspaces, connections, outbox, media, audit, limits, states, events }: AuthDeps) {
  const { config, clock, keys, publicUrl, settings } = ports;
  const passwords = createPasswords(PASSWORD_COSTS[config.PASSWORD_COST]);
  const guard = createPasswordGuard({ passwords, limits });
  const alerts = createSignInAlerts({ clock, outbox, audit });
  const accessTokens = createAccessTokens({ ports, outbox, audit, events });
  const idTokens = createIdTokens({ key: keys.derive("id-token"), issuer: publicUrl, clock });
  const sessions = createSessions(ports, { idTokens, states, alerts, accessTokens, events });
  const common = { ports, sessions, guard, outbox, audit };
  const isSecure = (): boolean => publicUrl().startsWith("https:");
  const devices = createKnownDevices({ key: keys.derive("device"), ids: ports.ids, isSecure });
  const registration = createRegistration({ settings, invites: workspaces.invites });
  const { createPersonal } = workspaces;
  const twoFactor = createTwoFactor({ ...common, limits });
  const methods = createSignInMethods({ ...common });
  const passkeys = createPasskeys({ ...common, limits, methods });
  const { assertNotNeeded: assertNoCodeNeeded } = twoFactor;
  const signIn = createSignIn({ ...common, passwords, registration, limits, createPersonal, assertNoCodeNeeded });
  const avatars = createAvatars(ports, media);
  const { leaveAll: leaveWorkspaces } = workspaces;
  const { revokeAllLater: revokeConnections } = connections;
  const accounts = createAccounts({ ...common, passwords, avatars, leaveWorkspaces, revokeConnections });
  const emailChanges = createEmailChanges({ ...common, limits });
  const resets = createPasswordResets({ ports, sessions, passwords, limits, outbox, audit });
  const visits = createProviderVisits(ports);
  const options = signInOptions(ports, registration);

  return {
    accounts,
    resets,
    sessions,
    signIn,
    twoFactor,

    /** Sets `request.actor` from the credentials of the request and renews a stale idToken. @throws AppError `cross-origin` */
    async sessionHook(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      // A public route ignores sessions, so it needs no session query, and a stale cookie cannot block signing in.
      const isPublic = request.routeOptions.config.route?.auth === "public";
      request.actor = isPublic ? { kind: "anonymous" } : await sessions.authenticate(request, reply);
    },

    async routes(app) {
      signInRoutes(app, { signIn, sessions, devices, accounts, options });
      accountRoutes(app, { accounts, emailChanges, sessions, listFavoriteFolders: workspaces.listFavoriteFolders, connections });
      avatarRoutes(app, { accounts, avatars });
      twoFactorRoutes(app, { twoFactor, cookies: { sessions, devices } });
      accessTokenRoutes(app, { accessTokens, clock });
      passkeyRoutes(app, { passkeys, cookies: { sessions, devices } });
      identityRoutes(app, { visits, signIn, methods, cookies: { sessions, devices } });
      signInMethodRoutes(app, { methods, visits, resets, googleClientId: config.GOOGLE_CLIENT_ID });
    },
  } satisfies Module & Record<string, unknown>;
}
