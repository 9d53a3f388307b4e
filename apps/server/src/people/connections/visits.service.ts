import { createHash } from "node:crypto";
import { type IntegrationProvider, integrationCallbackPath } from "@stillreel/contract";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { sameSitePath } from "../../platform/http/same-site-path.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { requireApp } from "./apps.ts";
import type { ConnectionRow } from "./connections.repo.ts";
import * as repo from "./connections.repo.ts";
import type { ConnectionsDeps } from "./connections.service.ts";
import { VENDOR_NAMES, VendorError } from "./vendor-error.ts";

/** Lifetime of the state of a visit, in milliseconds. */
const LIVES_MS = 10 * 60_000;
/** Page with the services. */
export const PAGE = "/integrations";

/** What a service added to the redirect address. */
export interface VendorReturn {
  code?: string | undefined;
  state?: string | undefined;
  /** The service's word when there is no code; `access_denied` when the user refused. */
  error?: string | undefined;
}

/** A finished visit: the page to open, and the connection or why there is none. */
export type Visit = { next: string; connection: ConnectionRow } | { next: string; failure: AppError };

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** Returns the error that the caller gets for a visit that failed at the service. */
function failureOf(provider: IntegrationProvider, error: unknown): AppError {
  if (!(error instanceof VendorError)) throw error;
  if (error.kind === "busy") return error;
  if (error.vendorCode === "access_denied" && error.kind === "forbidden") return denied(provider);
  return new AppError(provider === "drive" ? "drive-sign-in-failed" : "provider-refused", { cause: error });
}

const denied = (provider: IntegrationProvider): AppError => new AppError(provider === "drive" ? "drive-not-approved" : "sign-in-declined");

/** The redirect address that administrators register at the service. */
export const redirectUri = ({ publicUrl }: Pick<Ports, "publicUrl">, provider: IntegrationProvider): string =>
  `${publicUrl()}${integrationCallbackPath(provider)}`;

/** Exchanges a code for tokens and stores the connection with the name of the account. */
async function connect(
  { ports, vendors, seal, audit }: ConnectionsDeps,
  actor: UserActor,
  provider: IntegrationProvider,
  { code, verifier, ip }: { code: string; verifier: string; ip: string },
): Promise<ConnectionRow> {
  const { db, clock, ids, settings } = ports;
  const vendor = vendors[provider];
  const issued = await vendor.exchange(requireApp(settings, provider), { code, verifier, redirectUri: redirectUri(ports, provider) });
  const account = await vendor.account(issued.accessToken);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const stored = await repo.put(tx, {
      id: ids.id(),
      userId: actor.id,
      provider,
      accountId: account.id,
      accountName: account.name,
      accountEmail: account.email,
      details: account.details,
      scopes: issued.scopes ?? "",
      ...seal.seal({ userId: actor.id, provider }, issued),
      expiresAt: issued.livesS === null ? null : new Date(now.getTime() + issued.livesS * 1_000),
      connectedAt: now,
    });
    await audit.record(tx, { action: "connection.made", userId: actor.id, ip, details: { subject: VENDOR_NAMES[provider] } });
    return stored;
  });
}

export type Visits = ReturnType<typeof createVisits>;

/** Creates the visits of consent pages, by which users connect their accounts. */
export function createVisits(deps: ConnectionsDeps) {
  const { ports, vendors } = deps;
  const { db, clock, ids, settings, log } = ports;

  return {
    /** Begins a visit and returns the address of the consent page. @throws AppError `not-configured` */
    async start(actor: UserActor, provider: IntegrationProvider, returnTo: string | undefined): Promise<string> {
      const app = requireApp(settings, provider);
      const [state, verifier] = [ids.secret(32), ids.secret(48)];
      const now = clock.now();
      const next = returnTo === undefined ? PAGE : sameSitePath(returnTo);
      await repo.insertState(db, {
        hash: sha256(state),
        userId: actor.id,
        payload: { provider, sessionId: actor.sessionId, verifier, next },
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIVES_MS),
      });
      return vendors[provider].authorizeUrl(app, { state, challenge: challengeOf(verifier), redirectUri: redirectUri(ports, provider) });
    },

    /** Finishes a visit from which the browser returns: at most once, in the session that began it. */
    async finish(actor: UserActor, provider: IntegrationProvider, given: VendorReturn, ip: string): Promise<Visit> {
      const owner = { userId: actor.id, sessionId: actor.sessionId, provider, now: clock.now() };
      const payload = given.state ? await repo.takeState(db, sha256(given.state), owner) : undefined;
      if (!payload) return { next: PAGE, failure: new AppError("connection-expired") };
      const next = sameSitePath(payload["next"]);
      if (given.error === "access_denied") return { next, failure: denied(provider) };
      try {
        if (!given.code) throw new VendorError(provider, "invalid", { vendorCode: given.error ?? "" });
        return { next, connection: await connect(deps, actor, provider, { code: given.code, verifier: String(payload["verifier"]), ip }) };
      } catch (error) {
        if (error instanceof AppError && error.code === "not-configured") return { next, failure: error };
        const failure = failureOf(provider, error);
        log.info(
          { provider, code: failure.code, reason: error instanceof VendorError ? error.vendorCode : "" },
          "a service was not connected",
        );
        return { next, failure };
      }
    },
  };
}
