import type { IntegrationProvider } from "@stillreel/contract";
import type { Tokens } from "./tokens.service.ts";
import type { Vendor } from "./vendor.ts";
import { type VendorAnswer, VendorError } from "./vendor-error.ts";
import type { VendorRequest } from "./vendor-request.ts";
import { requestWith } from "./vendors/oauth.ts";

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

/** Returns whether a request with a token may go to an address. */
function isAddressOf({ hosts }: Pick<Vendor, "hosts">, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, hostname, protocol } = new URL(address);
  return hosts.some((host) => (host.startsWith(".") ? protocol === "https:" && hostname.endsWith(host) : host === origin));
}

export type Access = ReturnType<typeof createAccess>;

/** Whether an error means that the service does not accept the token. */
const isRefusal = (error: unknown): error is VendorError =>
  error instanceof VendorError && (error.kind === "expired" || error.kind === "revoked");

/** Creates the use of connections by other modules. */
export function createAccess({ vendors, tokens }: { vendors: Record<IntegrationProvider, Vendor>; tokens: Tokens }) {
  async function send(userId: string, provider: IntegrationProvider, request: VendorRequest): Promise<VendorAnswer> {
    const vendor = vendors[provider];
    if (!isAddressOf(vendor, request.url)) throw new Error(`The request is not for an address of ${provider}.`);
    const used = await tokens.current(userId, provider);
    try {
      return await requestWith(vendor, used.tokens.accessToken, request);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.kind === "revoked") throw await tokens.revoked(used.row, error);
    }
    const renewed = await tokens.refresh(userId, provider, used.row.version);
    try {
      return await requestWith(vendor, renewed.tokens.accessToken, request);
    } catch (error) {
      throw isRefusal(error) ? await tokens.revoked(renewed.row, error) : error;
    }
  }

  return {
    /**
     * Runs work with the connected account of a user.
     * @throws VendorError `revoked` (409 `reconnect-needed`) without a connection, and when the service no longer accepts it
     */
    async withToken<T>(userId: string, provider: IntegrationProvider, work: (access: VendorAccess) => Promise<T>): Promise<T> {
      const { row } = await tokens.stored(userId, provider);
      const account = { name: row.accountName, email: row.accountEmail, details: row.details };
      return work({ account, request: (request) => send(userId, provider, request) });
    },
  };
}
