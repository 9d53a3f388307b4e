import { AsyncLocalStorage } from "node:async_hooks";
import { CLIENT_ID_HEADER } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

const CLIENT_ID = /^[A-Za-z0-9-]{1,64}$/u;

const current = new AsyncLocalStorage<string>();

/** Returns the tab that caused the current request. Null outside a request and when the request does not name it. */
export const currentOrigin = (): string | null => current.getStore() ?? null;

/**
 * Stores the sending tab for the rest of a request. It runs right before the handler, because body parsing loses the
 * async context.
 */
export function originHook(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const named = request.headers[CLIENT_ID_HEADER];
  if (typeof named === "string" && CLIENT_ID.test(named)) current.run(named, done);
  else done();
}
