import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Form of an id that a proxy may give: it is written into logs. */
const ACCEPTED = /^[\w.-]{8,64}$/u;

/**
 * Returns a function that names a request: by `X-Request-Id` when the proxy is trusted, otherwise by a random id.
 * @param trustsProxy setting `TRUST_PROXY`
 */
export function requestIds(trustsProxy: boolean): (request: Pick<IncomingMessage, "headers">) => string {
  return ({ headers }) => {
    const given = trustsProxy ? headers["x-request-id"] : undefined;
    return typeof given === "string" && ACCEPTED.test(given) ? given : randomUUID();
  };
}
