import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "./app-error.ts";

/**
 * Returns the `Idempotency-Key` of a request, with which a client repeats it without a second effect; null without one.
 * @throws AppError `bad-request`
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const given = headers["idempotency-key"];
  if (given === undefined) return null;
  if (typeof given !== "string" || given.length < 1 || given.length > 200)
    throw new AppError("bad-request", { message: "The Idempotency-Key is not usable." });
  return given;
}
