import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ids } from "../../platform/ports/ids.port.ts";
import { cookieOf, setCookie } from "./credentials.ts";

/** Lifetime of the mark of a device, renewed by each sign-in. Browsers accept 400 days at most. */
const LIVES_S = 365 * 86_400;
const PATH = "/api/v1/auth";
const VALUE = /^[\w-]{22}\.[\w-]{43}$/u;

/**
 * Marks browsers in which an account has signed in. A mark permits nothing: it only separates the owner's wrong passwords from
 * those of others, so that guessing cannot lock the owner out. One cookie per account; nothing is stored on the server.
 */
export interface KnownDevices {
  /** Marks the browser of a successful sign-in. */
  mark(request: FastifyRequest, reply: FastifyReply, userId: string): void;
  /** Returns the id of the request's browser if it is marked for the account. */
  idFor(request: FastifyRequest, userId: string): string | null;
}

/** @param key key of the signatures */
export function createKnownDevices(deps: { key: Buffer; ids: Ids; isSecure: () => boolean }): KnownDevices {
  const { key, ids, isSecure } = deps;
  const nameOf = (userId: string): string => `device-${createHash("sha256").update(userId).digest("base64url").slice(0, 16)}`;
  const signatureOf = (userId: string, deviceId: string): string =>
    createHmac("sha256", key).update(`${userId}\n${deviceId}`).digest("base64url");

  function idFor(request: FastifyRequest, userId: string): string | null {
    const value = cookieOf(request.headers.cookie, nameOf(userId)) ?? "";
    if (!VALUE.test(value)) return null;
    const [deviceId = "", signature = ""] = value.split(".");
    return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(userId, deviceId))) ? deviceId : null;
  }

  return {
    idFor,
    mark(request, reply, userId) {
      const deviceId = idFor(request, userId) ?? ids.secret(16);
      const value = `${deviceId}.${signatureOf(userId, deviceId)}`;
      setCookie(reply, { name: nameOf(userId), value, secure: isSecure(), maxAgeS: LIVES_S, path: PATH });
    },
  };
}
