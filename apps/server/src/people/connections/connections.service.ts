import { createHash } from "node:crypto";
import { API_BASE, IntegrationProvider } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { sameSitePath } from "../../platform/http/same-site-path.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { appOf, requireApp } from "./apps.ts";
import type { ConnectionRow } from "./connections.repo.ts";
import * as repo from "./connections.repo.ts";
import type { TokenSeal } from "./token-seal.ts";
import type { Vendor } from "./vendor.ts";
import { VendorError } from "./vendor-error.ts";

/** Lifetime of the state of a visit, in milliseconds. */
const LIVES_MS = 10 * 60_000;
/** Page with the services. */
const PAGE = "/integrations";

/** What a service added to the redirect address. */
export interface VendorReturn {
  code?: string | undefined;
  state?: string | undefined;
  /** The service's word when there is no code; `access_denied` when the user refused. */
  error?: string | undefined;
}

/** A finished visit: the page to open, and the connection or why there is none. */
export type Visit = { next: string; connection: ConnectionRow } | { next: string; failure: AppError };

export interface ConnectionsDeps {
  ports: Ports;
  vendors: Record<IntegrationProvider, Vendor>;
  seal: TokenSeal;
  audit: Audit;
}

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

export type ConnectionsService = ReturnType<typeof createConnectionsService>;

/** Creates the service that connects and disconnects the accounts of users at other services. */
export function createConnectionsService({ ports, vendors, seal, audit }: ConnectionsDeps) {
  const { db, clock, ids, settings, publicUrl, log } = ports;

  /** The redirect address that administrators register at the service. */
  const redirectUri = (provider: IntegrationProvider): string => `${publicUrl()}${API_BASE}/integrations/${provider}/callback`;

  async function connect(
    actor: UserActor,
    provider: IntegrationProvider,
    { code, verifier, ip }: { code: string; verifier: string; ip: string },
  ): Promise<ConnectionRow> {
    const vendor = vendors[provider];
    const issued = await vendor.exchange(requireApp(settings, provider), { code, verifier, redirectUri: redirectUri(provider) });
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
      await audit.record(tx, { action: "connection.made", userId: actor.id, ip, details: { subject: provider } });
      return stored;
    });
  }

  /** Ends the permission at the service as far as possible. A failure never keeps a user connected here. */
  async function revoke(row: ConnectionRow): Promise<boolean> {
    const tokens = seal.open(row);
    if (!tokens) return false;
    try {
      return await vendors[row.provider].revoke(tokens);
    } catch (error) {
      if (error instanceof VendorError && error.code === "reconnect-needed") return true;
      log.warn({ err: error, provider: row.provider }, "a permission could not be revoked at the service");
      return false;
    }
  }

  return {
    redirectUri,

    /** Returns all services in the order of the contract, with the user's connections. */
    async list(userId: string) {
      const rows = new Map((await repo.listOf(db, userId)).map((row) => [row.provider, row]));
      return IntegrationProvider.options.map((provider) => ({
        provider,
        configured: appOf(settings, provider) !== null,
        row: rows.get(provider),
      }));
    },

    find: (userId: string, provider: IntegrationProvider) => repo.find(db, userId, provider),

    /** Returns the connections of a user. */
    listOf: (userId: string) => repo.listOf(db, userId),

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
      return vendors[provider].authorizeUrl(app, { state, challenge: challengeOf(verifier), redirectUri: redirectUri(provider) });
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
        return { next, connection: await connect(actor, provider, { code: given.code, verifier: String(payload["verifier"]), ip }) };
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

    /**
     * Deletes a connection, and then ends the permission at the service. Returns whether the service confirmed it.
     * @throws AppError `not-found` without a connection
     */
    async disconnect(actor: UserActor, provider: IntegrationProvider, ip: string): Promise<boolean> {
      const removed = await db.transaction(async (tx) => {
        const row = await repo.remove(tx, actor.id, provider);
        if (!row) throw new AppError("not-found");
        await audit.record(tx, { action: "connection.removed", userId: actor.id, ip, details: { subject: provider } });
        return row;
      });
      return revoke(removed);
    },
  };
}
