import type { IdentityProvider } from "@stillreel/contract";
import type { Executor, Transaction } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { type AccountsDeps, locked, proven } from "./accounts.service.ts";
import * as repo from "./identities.repo.ts";
import { countPasskeys } from "./passkeys.repo.ts";
import { mayRemove, type MethodFacts, providerOf, type Removal } from "./sign-in-methods.plan.ts";
import type { ProvenIdentity } from "./sign-in.service.ts";
import { languageOf } from "./user.present.ts";
import { findUser, type UserRow } from "./users.repo.ts";

type SignInMethodsDeps = Pick<AccountsDeps, "ports" | "sessions" | "guard" | "outbox" | "audit">;

/** The ports and services that the functions of this file use. */
interface Context extends SignInMethodsDeps, Pick<AccountsDeps["ports"], "db" | "clock" | "ids"> {}

/** An identity with its provider, the name of that, and whether it may be unlinked. */
export interface LinkedIdentity extends repo.IdentityRow {
  provider: IdentityProvider | null;
  name: string;
  canUnlink: boolean;
}

/** The sign-in methods of an account. */
export interface MethodsView {
  facts: MethodFacts;
  identities: LinkedIdentity[];
  canRemovePasskey: boolean;
  providers: { provider: IdentityProvider; name: string; isPermitted: boolean }[];
}

/** Returns the providers that the server has a configuration for. */
function configured({ ports }: Context): Record<IdentityProvider, boolean> {
  const { GOOGLE_CLIENT_ID, OIDC_ISSUER } = ports.config;
  return { google: GOOGLE_CLIENT_ID !== undefined, oidc: OIDC_ISSUER !== undefined };
}

function permitted(context: Context): MethodFacts["permitted"] {
  const { signIn } = context.ports.settings.current();
  const { google, oidc } = configured(context);
  return { password: signIn.password, google: google && signIn.google, oidc: oidc && signIn.oidc };
}

function issuers({ ports }: Context): Record<IdentityProvider, readonly string[]> {
  const { GOOGLE_CLIENT_ID, GOOGLE_ISSUERS, OIDC_ISSUER } = ports.config;
  return { google: GOOGLE_CLIENT_ID === undefined ? [] : GOOGLE_ISSUERS, oidc: OIDC_ISSUER === undefined ? [] : [OIDC_ISSUER] };
}

const nameOf = ({ ports }: Context, provider: IdentityProvider): string => (provider === "google" ? "Google" : ports.config.OIDC_NAME);

/** Returns the name of an identity's provider; the host of one that this server no longer uses. */
function nameOfIssuer(context: Context, provider: IdentityProvider | null, issuer: string): string {
  if (provider !== null) return nameOf(context, provider);
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

/** @throws AppError `not-configured`, `sign-in-method-off` */
function assertPermitted(context: Context, provider: IdentityProvider): void {
  if (!configured(context)[provider]) throw new AppError("not-configured");
  if (!permitted(context)[provider]) throw new AppError("sign-in-method-off");
}

async function methodsOf(context: Context, db: Executor, user: UserRow): Promise<{ facts: MethodFacts; rows: repo.IdentityRow[] }> {
  const allowed = permitted(context);
  const rows = await repo.listIdentities(db, user.id);
  const identities = rows.map(({ id, issuer }) => ({ id, provider: providerOf(issuer, issuers(context), allowed) }));
  const passkeys = await countPasskeys(db, user.id);
  return { rows, facts: { hasPassword: user.passwordHash !== null, passkeys, identities, permitted: allowed } };
}

function present(context: Context, facts: MethodFacts, row: repo.IdentityRow): LinkedIdentity {
  const provider = facts.identities.find(({ id }) => id === row.id)?.provider ?? null;
  const canUnlink = mayRemove(facts, { identityId: row.id });
  return { ...row, provider, name: nameOfIssuer(context, provider, row.issuer), canUnlink };
}

async function view(context: Context, userId: string): Promise<MethodsView> {
  const user = await findUser(context.db, userId);
  if (!user) throw new AppError("unauthenticated");
  const { facts, rows } = await methodsOf(context, context.db, user);
  const known = configured(context);
  return {
    facts,
    identities: rows.map((row) => present(context, facts, row)),
    canRemovePasskey: mayRemove(facts, { passkey: true }),
    providers: (["google", "oidc"] as const)
      .filter((provider) => known[provider])
      .map((provider) => ({ provider, name: nameOf(context, provider), isPermitted: facts.permitted[provider] })),
  };
}

/**
 * Checks that a usable sign-in method remains.
 * @param user the locked user, so that two removals at the same time cannot each rely on the other method
 * @throws AppError `last-sign-in-method`
 */
async function assertRemovable(context: Context, tx: Transaction, user: UserRow, removal: Removal): Promise<void> {
  const { facts } = await methodsOf(context, tx, user);
  if (!mayRemove(facts, removal)) throw new AppError("last-sign-in-method");
}

/**
 * Checks that the user may go to a provider: to link an identity of it they must be proven, to prove themselves not.
 * @throws AppError `not-configured`, `sign-in-method-off`, `reauthentication-required`, `too-many-requests`
 */
async function assertMayStart(
  context: Context,
  actor: UserActor,
  { provider, purpose, password }: { provider: IdentityProvider; purpose: "link" | "prove"; password?: string | undefined },
  ip: string,
): Promise<void> {
  assertPermitted(context, provider);
  if (purpose === "link") await proven(context, actor, password, ip);
}

async function notify({ outbox }: Context, tx: Transaction, user: UserRow, template: "sign-in-linked" | "sign-in-unlinked", name: string) {
  const data = { displayName: user.displayName, providerName: name };
  await outbox.post(tx, { template, to: user.email, language: languageOf(user), data });
}

/**
 * Links a verified identity to the user's account, once. Returns it, also when it was linked before.
 * @throws AppError `identity-in-use` for an identity of another account, `not-configured`, `sign-in-method-off`
 */
async function link(context: Context, actor: UserActor, identity: ProvenIdentity, ip: string): Promise<LinkedIdentity> {
  const { db, ids, clock, audit } = context;
  const { issuer, subject, email, provider } = identity;
  assertPermitted(context, provider);
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    const row = { id: ids.id(), userId: user.id, issuer, subject, email, createdAt: clock.now() };
    const added = await repo.linkIdentity(tx, row);
    if (added) {
      await notify(context, tx, user, "sign-in-linked", nameOf(context, provider));
      await audit.record(tx, { action: "auth.identity-linked", userId: user.id, ip, details: { subject: nameOf(context, provider) } });
    }
    const { facts, rows } = await methodsOf(context, tx, user);
    const linked = rows.find((own) => own.issuer === issuer && own.subject === subject);
    if (!linked) throw new AppError("identity-in-use");
    return present(context, facts, linked);
  });
}

/** Unlinks an identity. @throws AppError `not-found`, `last-sign-in-method`, `reauthentication-required`, `too-many-requests` */
async function unlink(context: Context, actor: UserActor, identityId: string, password: string | undefined, ip: string): Promise<void> {
  const { db, clock, audit } = context;
  await proven(context, actor, password, ip);
  await db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    const { facts, rows } = await methodsOf(context, tx, user);
    const row = rows.find(({ id }) => id === identityId);
    if (!row) throw new AppError("not-found");
    if (!mayRemove(facts, { identityId })) throw new AppError("last-sign-in-method");
    await repo.unlinkIdentity(tx, user.id, identityId, clock.now());
    const { name } = present(context, facts, row);
    await notify(context, tx, user, "sign-in-unlinked", name);
    await audit.record(tx, { action: "auth.identity-unlinked", userId: user.id, ip, details: { subject: name } });
  });
}

/**
 * Records that the user proved themselves by a verified identity, which must be linked to their account.
 * @throws AppError `identity-mismatch`, `not-configured`, `sign-in-method-off`
 */
async function prove(context: Context, actor: UserActor, identity: ProvenIdentity, ip: string): Promise<void> {
  const { db, sessions, audit } = context;
  assertPermitted(context, identity.provider);
  const owner = await repo.findUserByIdentity(db, identity.issuer, identity.subject);
  if (owner?.id !== actor.id) throw new AppError("identity-mismatch");
  await db.transaction(async (tx) => {
    await sessions.reauthenticated(tx, actor.sessionId);
    await audit.record(tx, { action: "auth.reauthenticated", userId: actor.id, ip, details: { by: identity.provider } });
  });
}

export type SignInMethods = ReturnType<typeof createSignInMethods>;

/** Creates the service for the sign-in methods of an account: listing them, linking and unlinking identities, and proofs by an identity. */
export function createSignInMethods(deps: SignInMethodsDeps) {
  const { db, clock, ids } = deps.ports;
  const context: Context = { ...deps, db, clock, ids };
  return {
    view: view.bind(null, context),
    assertRemovable: assertRemovable.bind(null, context),
    assertMayStart: assertMayStart.bind(null, context),
    link: link.bind(null, context),
    unlink: unlink.bind(null, context),
    prove: prove.bind(null, context),
  };
}
