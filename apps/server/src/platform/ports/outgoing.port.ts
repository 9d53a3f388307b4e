import type { LookupAddress } from "node:dns";
import dns from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Why a request to an address that a user chose was not answered. */
export type OutgoingFailure = "timeout" | "connection" | "certificate" | "name-not-found" | "private-address";

/** An answer, or why there is none. */
export type OutgoingResult = { status: number; body: string } | { failure: OutgoingFailure };

/** A request to an address that a user chose. */
export interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Time in milliseconds for the name, the connection and the whole answer. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Requests to addresses that users chose. They never leave the public internet unless the administrator permits it. */
export interface Outgoing {
  /** Returns whether a request could go there now. True for a name that cannot be resolved: each request checks it again. */
  isPermitted(url: string): Promise<boolean>;
  /** Sends a POST. Redirects are answers, and are not followed. Of the answer only the start is read. */
  post(request: OutgoingRequest): Promise<OutgoingResult>;
}

/** Characters of an answer that are read. */
const BODY_MAX = 4_096;

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<readonly { address: string; family: number }[]>;

const systemResolve: Resolve = (name) => dns.lookup(name, { all: true, verbatim: true });

/** Names of the machine itself (RFC 6761), which not every resolver knows. */
const LOCALHOST = /(?:^|\.)localhost\.?$/iu;

class PrivateAddress extends Error {}

/** Returns the host of an address, without the brackets of IPv6. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/gu, "");

const CERTIFICATE = /^(?:CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/u;

function failureOf(error: unknown, isLate: boolean): OutgoingFailure {
  if (isLate) return "timeout";
  if (error instanceof PrivateAddress) return "private-address";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "name-not-found";
  return CERTIFICATE.test(code) ? "certificate" : "connection";
}

/** Reads the start of an answer, then closes the connection. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size >= BODY_MAX) break;
  }
  return Buffer.concat(pieces).subarray(0, BODY_MAX).toString("utf8");
}

/**
 * Creates the port. A name is resolved once for each connection, all of its addresses are checked, and the connection goes to these
 * addresses, so that a second answer of the name server cannot lead elsewhere.
 */
export function createOutgoing(options: { isPrivatePermitted: () => boolean; resolve?: Resolve }): Outgoing {
  const { isPrivatePermitted, resolve: resolveName = systemResolve } = options;
  const resolve: Resolve = async (name) => (LOCALHOST.test(name) ? [{ address: "127.0.0.1", family: 4 }] : resolveName(name));

  const assertPermitted = (addresses: readonly { address: string }[]): void => {
    if (!isPrivatePermitted() && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new PrivateAddress("not a public address");
  };

  /** Returns the addresses of a name. @throws PrivateAddress, and an error without any address */
  async function permitted(name: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const found = await resolve(name);
    assertPermitted(found);
    const [first, ...rest] = found;
    if (!first) throw Object.assign(new Error("The name has no address."), { code: "ENOTFOUND" });
    return [first, ...rest];
  }

  const lookup: LookupFunction = (name, { all }, callback) => {
    void (async () => {
      const found = await permitted(name).catch((error: NodeJS.ErrnoException) => error);
      if (found instanceof Error) callback(found, []);
      else if (all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    })();
  };

  function send({ url, headers, body }: OutgoingRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
    return new Promise((fulfil, reject) => {
      const { request } = url.startsWith("https:") ? https : http;
      const length = String(Buffer.byteLength(body));
      // A fresh connection for each request: the check of the address belongs to the connection.
      const sent = request(
        url,
        { method: "POST", headers: { ...headers, "content-length": length }, lookup, agent: false, signal },
        fulfil,
      );
      sent.once("error", reject);
      sent.end(body);
    });
  }

  return {
    async isPermitted(url) {
      const host = hostOf(url);
      try {
        assertPermitted(isIP(host) === 0 ? await resolve(host) : [{ address: host }]);
        return true;
      } catch (error) {
        return !(error instanceof PrivateAddress);
      }
    },

    async post(given) {
      const limit = AbortSignal.timeout(given.timeoutMs);
      const signal = given.signal === undefined ? limit : AbortSignal.any([limit, given.signal]);
      try {
        // Node resolves no literal addresses.
        const host = hostOf(given.url);
        if (isIP(host) !== 0) assertPermitted([{ address: host }]);
        const response = await send(given, signal);
        const text = await readStart(response);
        return { status: response.statusCode ?? 0, body: text };
      } catch (error) {
        return { failure: failureOf(error, limit.aborted) };
      }
    },
  };
}
