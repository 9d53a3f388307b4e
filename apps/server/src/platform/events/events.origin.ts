import { AsyncLocalStorage } from "node:async_hooks";
import { CLIENT_ID_HEADER } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

const CLIENT_ID = /^[A-Za-z0-9-]{1,64}$/u;

const current = new AsyncLocalStorage<string>();

/** The tab that caused what happens now; null outside of a request, or when it did not name itself. */
export const currentOrigin = (): string | null => current.getStore() ?? null;

/** Remembers for the rest of a request which tab sent it. Just before the handler: what reads a body before it would lose this. */
export function originHook(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const named = request.headers[CLIENT_ID_HEADER];
  if (typeof named === "string" && CLIENT_ID.test(named)) current.run(named, done);
  else done();
}
