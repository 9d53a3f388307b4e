import type { FastifyRequest } from "fastify";
import { unlockCookieOf, type Visitor } from "../../library/shares/index.ts";

/** Who asks, with the cookie that keeps this link open for them. */
export const visitorOf = (request: Pick<FastifyRequest, "actor" | "headers">, slug: string | undefined): Visitor => ({
  actor: request.actor,
  unlockCookie: slug === undefined ? undefined : unlockCookieOf(request.headers.cookie, slug),
});
