import { API_BASE, ROUTES } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

/** The contract's addresses as patterns, each with the methods that it answers. */
const ADDRESSES = new Map<string, Set<string>>();
for (const { path, method } of ROUTES) {
  const pattern = `^${API_BASE}${path.replace(/\{\w+\}/gu, "[^/]+")}/?$`;
  const methods = ADDRESSES.get(pattern) ?? new Set(["OPTIONS"]);
  methods.add(method);
  if (method === "GET") methods.add("HEAD");
  ADDRESSES.set(pattern, methods);
}
const PATTERNS = [...ADDRESSES].map(([pattern, methods]) => ({ pattern: new RegExp(pattern, "u"), methods }));

/** Methods that this path answers; none when nothing is there. */
function methodsOf(path: string): string[] {
  return [...new Set(PATTERNS.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))].toSorted();
}

/**
 * Answers what no route took: `OPTIONS` by the methods that there are, another method by 405, any other address by 404.
 * Says the same to everybody, for it knows addresses alone and not what is behind them.
 */
export async function answerNoRoute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const methods = methodsOf(request.url.split("?")[0] ?? "");
  if (methods.length === 0) throw new AppError("not-found");
  void reply.header("allow", methods.join(", "));
  if (request.method !== "OPTIONS") throw new AppError("method-not-allowed");
  return reply.code(204).send();
}
