import type { FastifyRequest } from "fastify";
import type { Actor } from "../../platform/http/actor.ts";
import { unlockCookieOf } from "./unlock-cookies.ts";

/** The caller of a link: the session, and the cookie of an earlier unlock of this link. */
export interface Visitor {
  actor: Actor;
  unlockCookie: string | undefined;
}

/** Returns the caller of a request with the unlock cookie of this link. */
export const visitorOf = (request: Pick<FastifyRequest, "actor" | "headers">, slug: string | undefined): Visitor => ({
  actor: request.actor,
  unlockCookie: slug === undefined ? undefined : unlockCookieOf(request.headers.cookie, slug),
});
