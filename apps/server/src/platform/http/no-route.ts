import { API_BASE, ROUTES } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** URL patterns of the contract with the methods that they support. */
const ADDRESSES = new Map<string, Set<string>>();
for (const { path, method } of ROUTES) {
  const pattern = `^${API_BASE}${path.replace(/\{\w+\}/gu, "[^/]+")}/?$`;
  const methods = ADDRESSES.get(pattern) ?? new Set(["OPTIONS"]);
  methods.add(method);
  if (method === "GET") methods.add("HEAD");
  ADDRESSES.set(pattern, methods);
}
const PATTERNS = [...ADDRESSES].map(([pattern, methods]) => ({ pattern: new RegExp(pattern, "u"), methods }));

/** Returns the methods that this path supports, or none when no route matches. */
function methodsOf(path: string): string[] {
  return [...new Set(PATTERNS.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))].toSorted();
}

/**
 * Handles requests that no route matched: `OPTIONS` returns the supported methods, an unsupported method gives 405,
 * and an unknown URL gives 404. The response is the same for every caller, because it depends only on the URL pattern.
 */
export async function answerNoRoute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const methods = methodsOf(request.url.split("?")[0] ?? "");
  if (methods.length === 0) throw new AppError("not-found");
  void reply.header("allow", methods.join(", "));
  if (request.method !== "OPTIONS") throw new AppError("method-not-allowed");
  return reply.code(204).send();
}
