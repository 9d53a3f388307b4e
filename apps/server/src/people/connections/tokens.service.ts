import type { IntegrationProvider } from "@stillreel/contract";
import { createBulkhead } from "../../platform/db/bulkhead.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { requireApp } from "./apps.ts";
import type { ConnectionRow } from "./connections.repo.ts";
import * as repo from "./connections.repo.ts";
import type { PlainTokens, TokenSeal } from "./token-seal.ts";
import type { IssuedTokens, Vendor } from "./vendor.ts";
import { VENDOR_NAMES, VendorError } from "./vendor-error.ts";

/** Milliseconds before its end at which an access token is refreshed. */
const EARLY_MS = 60_000;
/** A refresh holds a database connection while it waits for the service, so only a few run at a time. */
const REFRESHES = { max: 4, queue: 200, waitMs: 20_000 };

/** A stored connection with its opened tokens. */
export interface Opened {
  row: ConnectionRow;
  tokens: PlainTokens;
}

const keyOf = (userId: string, provider: IntegrationProvider): string => `${userId} ${provider}`;

const notConnected = (provider: IntegrationProvider): VendorError =>
  new VendorError(provider, "revoked", {
    message: provider === "drive" ? "Login with Google to use this Feature" : `Connect your ${VENDOR_NAMES[provider]} account first.`,
  });

export interface TokensDeps {
  ports: Ports;
  vendors: Record<IntegrationProvider, Vendor>;
  seal: TokenSeal;
}

/** Opens a stored connection. @throws VendorError `revoked` without one, and when it needs a new consent */
function open(seal: TokenSeal, row: ConnectionRow | undefined, provider: IntegrationProvider): Opened {
  if (!row) throw notConnected(provider);
  const tokens = row.state === "connected" ? seal.open(row) : null;
  if (!tokens) throw new VendorError(provider, "revoked");
  return { row, tokens };
}

/** Notes that a permission has ended. Returns the error to throw. */
async function revoked({ log }: Pick<Ports, "log">, tx: Executor, row: ConnectionRow, cause?: VendorError): Promise<VendorError> {
  await repo.markReconnect(tx, row.id, row.version);
  log.info({ provider: row.provider, code: cause?.vendorCode }, "a connection has ended at the service");
  return cause ?? new VendorError(row.provider, "revoked");
}

/** Stores refreshed tokens. */
async function store({ ports: { clock }, seal }: TokensDeps, tx: Executor, { row, tokens }: Opened, issued: IssuedTokens): Promise<Opened> {
  const next = { accessToken: issued.accessToken, refreshToken: issued.refreshToken ?? tokens.refreshToken };
  const expiresAt = issued.livesS === null ? null : new Date(clock.now().getTime() + issued.livesS * 1_000);
  const scopes = issued.scopes ?? row.scopes;
  const stored = await repo.putTokens(tx, row.id, { ...seal.seal(row, next), expiresAt, scopes });
  if (!stored) throw notConnected(row.provider);
  return { row: stored, tokens: next };
}

/**
 * Refreshes the tokens of version `stale`, under the lock of the row: tokens that another process has refreshed meanwhile are
 * used. Refresh tokens are often valid once, so a repeated transaction does not ask again.
 */
async function refreshLocked(deps: TokensDeps, userId: string, provider: IntegrationProvider, stale: number): Promise<Opened> {
  const { ports, vendors, seal } = deps;
  const { db, settings } = ports;
  const vendor = vendors[provider];
  let asked: Promise<IssuedTokens> | undefined;
  const outcome = await db.transaction(async (tx): Promise<Opened | VendorError> => {
    const current = open(seal, await repo.lock(tx, userId, provider), provider);
    if (current.row.version !== stale) return current;
    const { refreshToken } = current.tokens;
    if (refreshToken === null) return revoked(ports, tx, current.row);
    try {
      asked ??= vendor.refresh(requireApp(settings, provider), refreshToken);
      return await store(deps, tx, current, await asked);
    } catch (error) {
      if (error instanceof VendorError && error.kind === "revoked") return revoked(ports, tx, current.row, error);
      throw error;
    }
  });
  if (outcome instanceof VendorError) throw outcome;
  return outcome;
}

export type Tokens = ReturnType<typeof createTokens>;

/** Creates the store of valid tokens. They are refreshed by one process at a time. */
export function createTokens(deps: TokensDeps) {
  const { ports, seal } = deps;
  const { db, clock } = ports;
  const bulkhead = createBulkhead(REFRESHES);
  const refreshing = new Map<string, Promise<Opened>>();

  const isFresh = ({ expiresAt }: ConnectionRow): boolean => expiresAt === null || expiresAt.getTime() > clock.now().getTime() + EARLY_MS;

  /** Refreshes tokens once for all callers of this process that wait for the same connection. */
  function refresh(userId: string, provider: IntegrationProvider, stale: number): Promise<Opened> {
    const key = `${keyOf(userId, provider)} ${stale}`;
    const known = refreshing.get(key);
    if (known) return known;
    const started = bulkhead.run(() => refreshLocked(deps, userId, provider, stale)).finally(() => refreshing.delete(key));
    refreshing.set(key, started);
    return started;
  }

  /** @throws VendorError `revoked` without a connection, and when it needs a new consent */
  async function stored(userId: string, provider: IntegrationProvider): Promise<Opened> {
    return open(seal, await repo.find(db, userId, provider), provider);
  }

  return {
    stored,
    refresh,

    /** Returns tokens that stay valid for a minute. @throws VendorError as {@link refresh} */
    async current(userId: string, provider: IntegrationProvider): Promise<Opened> {
      const opened = await stored(userId, provider);
      return isFresh(opened.row) ? opened : refresh(userId, provider, opened.row.version);
    },

    /** Notes that the service permanently refuses these tokens. Returns the error to throw. */
    revoked: (row: ConnectionRow, cause: VendorError) => revoked(ports, db, row, cause),
  };
}
