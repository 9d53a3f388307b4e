import type { IntegrationProvider } from "@stillreel/contract";
import { createBulkhead } from "../../platform/db/bulkhead.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { requireApp } from "./apps.ts";
import type { ConnectionRow } from "./connections.repo.ts";
import * as repo from "./connections.repo.ts";
import type { PlainTokens, TokenSeal } from "./token-seal.ts";
import type { IssuedTokens, Vendor } from "./vendor.ts";
import { VENDOR_NAMES, VendorError } from "./vendor-error.ts";
import type { VendorAnswer, VendorRequest } from "./vendor-request.ts";
import { requestWith } from "./vendors/oauth.ts";

/** Milliseconds before its end at which an access token is refreshed. */
const EARLY_MS = 60_000;
/** A refresh holds a database connection while it waits for the service, so only a few run at a time. */
const REFRESHES = { max: 4, queue: 200, waitMs: 20_000 };

/** The connected account of a user, for code that uses the service. */
export interface VendorAccess {
  account: { name: string; email: string | null; details: Record<string, string> };
  /**
   * Sends a request with the user's token, which is refreshed before its end and once after the service refuses it. The address
   * must be one of the service. Answers of the service with 3xx are returned.
   * @throws VendorError for every failure that the answer reports
   */
  request(request: VendorRequest): Promise<VendorAnswer>;
}

/** A stored connection with its opened tokens. */
interface Opened {
  row: ConnectionRow;
  tokens: PlainTokens;
}

const keyOf = (userId: string, provider: IntegrationProvider): string => `${userId} ${provider}`;

const notConnected = (provider: IntegrationProvider): VendorError =>
  new VendorError(provider, "revoked", {
    message: provider === "drive" ? "Login with Google to use this Feature" : `Connect your ${VENDOR_NAMES[provider]} account first.`,
  });

/** Returns whether a request with a token may go to an address. */
export function isAddressOf({ hosts }: Pick<Vendor, "hosts">, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, hostname, protocol } = new URL(address);
  return hosts.some((host) => (host.startsWith(".") ? protocol === "https:" && hostname.endsWith(host) : host === origin));
}

export interface AccessDeps {
  ports: Ports;
  vendors: Record<IntegrationProvider, Vendor>;
  seal: TokenSeal;
}

export type Access = ReturnType<typeof createAccess>;

/** Creates the use of connections: valid tokens, refreshed by one process at a time. */
export function createAccess({ ports, vendors, seal }: AccessDeps) {
  const { db, clock, settings, log } = ports;
  const bulkhead = createBulkhead(REFRESHES);
  const refreshing = new Map<string, Promise<Opened>>();

  function open(row: ConnectionRow | undefined, provider: IntegrationProvider): Opened {
    if (!row) throw notConnected(provider);
    const tokens = row.state === "connected" ? seal.open(row) : null;
    if (!tokens) throw new VendorError(provider, "revoked");
    return { row, tokens };
  }

  const isFresh = ({ expiresAt }: ConnectionRow): boolean => expiresAt === null || expiresAt.getTime() > clock.now().getTime() + EARLY_MS;

  /**
   * Refreshes the tokens of version `stale`, under the lock of the row: tokens that another process has refreshed meanwhile are
   * used. Refresh tokens are often valid once, so a repeated transaction does not ask again.
   */
  async function refreshLocked(userId: string, provider: IntegrationProvider, stale: number): Promise<Opened> {
    const vendor = vendors[provider];
    let asked: Promise<IssuedTokens> | undefined;
    const outcome = await db.transaction(async (tx): Promise<Opened | VendorError> => {
      const current = open(await repo.lock(tx, userId, provider), provider);
      if (current.row.version !== stale) return current;
      const { refreshToken } = current.tokens;
      if (refreshToken === null) return revoked(tx, current.row);
      try {
        asked ??= vendor.refresh(requireApp(settings, provider), refreshToken);
        return await store(tx, current, await asked);
      } catch (error) {
        if (error instanceof VendorError && error.kind === "revoked") return revoked(tx, current.row, error);
        throw error;
      }
    });
    if (outcome instanceof VendorError) throw outcome;
    return outcome;
  }

  async function revoked(tx: Parameters<typeof repo.markReconnect>[0], row: ConnectionRow, cause?: VendorError): Promise<VendorError> {
    await repo.markReconnect(tx, row.id, row.version);
    log.info({ provider: row.provider, code: cause?.vendorCode }, "a connection has ended at the service");
    return cause ?? new VendorError(row.provider, "revoked");
  }

  async function store(tx: Parameters<typeof repo.putTokens>[0], { row, tokens }: Opened, issued: IssuedTokens): Promise<Opened> {
    const next = { accessToken: issued.accessToken, refreshToken: issued.refreshToken ?? tokens.refreshToken };
    const expiresAt = issued.livesS === null ? null : new Date(clock.now().getTime() + issued.livesS * 1_000);
    const scopes = issued.scopes ?? row.scopes;
    const stored = await repo.putTokens(tx, row.id, { ...seal.seal(row, next), expiresAt, scopes });
    if (!stored) throw notConnected(row.provider);
    return { row: stored, tokens: next };
  }

  /** Refreshes tokens once for all callers of this process that wait for the same connection. */
  function refresh(userId: string, provider: IntegrationProvider, stale: number): Promise<Opened> {
    const key = `${keyOf(userId, provider)} ${stale}`;
    const known = refreshing.get(key);
    if (known) return known;
    const started = bulkhead.run(() => refreshLocked(userId, provider, stale)).finally(() => refreshing.delete(key));
    refreshing.set(key, started);
    return started;
  }

  async function current(userId: string, provider: IntegrationProvider): Promise<Opened> {
    const opened = open(await repo.find(db, userId, provider), provider);
    return isFresh(opened.row) ? opened : refresh(userId, provider, opened.row.version);
  }

  async function send(userId: string, provider: IntegrationProvider, request: VendorRequest): Promise<VendorAnswer> {
    const vendor = vendors[provider];
    if (!isAddressOf(vendor, request.url)) throw new Error(`The request is not for an address of ${provider}.`);
    const used = await current(userId, provider);
    try {
      return await requestWith(vendor, used.tokens.accessToken, request);
    } catch (error) {
      if (!(error instanceof VendorError) || (error.kind !== "expired" && error.kind !== "revoked")) throw error;
      if (error.kind === "revoked") throw await revoked(db, used.row, error);
      const renewed = await refresh(userId, provider, used.row.version);
      return requestWith(vendor, renewed.tokens.accessToken, request).catch(async (again: unknown) => {
        const isRefused = again instanceof VendorError && (again.kind === "expired" || again.kind === "revoked");
        throw isRefused ? await revoked(db, renewed.row, again) : again;
      });
    }
  }

  return {
    /**
     * Runs work with the connected account of a user.
     * @throws VendorError `revoked` (409 `reconnect-needed`) without a connection, and when the service no longer accepts it
     */
    async withToken<T>(userId: string, provider: IntegrationProvider, work: (access: VendorAccess) => Promise<T>): Promise<T> {
      const { row } = open(await repo.find(db, userId, provider), provider);
      const account = { name: row.accountName, email: row.accountEmail, details: row.details };
      return work({ account, request: (request) => send(userId, provider, request) });
    },
  };
}
