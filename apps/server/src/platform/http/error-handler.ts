import { ERRORS, type ErrorCode, type FailureEnvelope } from "@stillreel/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { causesOf, ClientGone, DatabaseUnavailable, type ErrorLink, isConflict, isUnavailable } from "../db/database-errors.ts";
import { StorageError } from "../ports/storage.port.ts";
import { AppError } from "./app-error.ts";

/** Error codes for unique constraints that a user's request can violate. */
const CONSTRAINT_CODES: Record<string, ErrorCode> = {
  users_email_key: "email-already-in-use",
  folders_name: "folder-exists",
  teams_name: "team-exists",
};

/** Maps error codes of Fastify and the database to the error codes of the contract. */
const FOREIGN_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media-type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad-request",
  FST_ERR_CTP_INVALID_JSON_BODY: "bad-request",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad-request",
  FST_ERR_BAD_URL: "bad-request",
  ENOSPC: "storage-full",
  EDQUOT: "storage-full",
  "53100": "storage-full",
};

/** Sentences of foreign errors that are clearer than those of their codes. */
const FOREIGN_MESSAGES: Record<string, string> = { FST_ERR_CTP_INVALID_JSON_BODY: "The body of the request is not valid JSON." };

const STORAGE_CODES: Record<string, ErrorCode> = {
  "not-found": "not-found",
  "no-space": "storage-full",
  "bad-key": "internal",
  "bad-range": "range-not-satisfiable",
  unavailable: "unavailable",
  lost: "unavailable",
};

/** Foreign keys to users that are not, or not always, the caller. */
const NAMES_OTHERS = /^(members|comment_mentions|teams)_/u;

/**
 * Returns the code for a row whose foreign key names nothing: an earlier statement found what was deleted meanwhile. A
 * missing user is the caller, whose account was deleted.
 */
function deletedMeanwhile({ code, constraint, message }: ErrorLink): ErrorCode | undefined {
  // The other message is of a deletion that rows still reference, which is a defect.
  if (code !== "23503" || typeof message !== "string" || !message.startsWith("insert or update")) return undefined;
  const isCaller = typeof constraint === "string" && constraint.endsWith("_users_id_fk") && !NAMES_OTHERS.test(constraint);
  return isCaller ? "unauthenticated" : "not-found";
}

/** Converts any thrown value to an `AppError`. */
export function toAppError(error: unknown): AppError {
  for (const link of causesOf(error)) {
    if (link instanceof AppError) return link;
    if (link instanceof DatabaseUnavailable) return new AppError("unavailable", { retryAfterS: link.retryAfterS, cause: error });
    // The response is lost.
    if (link instanceof ClientGone) return new AppError("bad-request", { cause: error });
    if (link instanceof StorageError) return new AppError(STORAGE_CODES[link.code] ?? "internal", { cause: error });
    if (typeof link.constraint === "string" && CONSTRAINT_CODES[link.constraint])
      return new AppError(CONSTRAINT_CODES[link.constraint] as ErrorCode, { cause: error });
    const deleted = deletedMeanwhile(link);
    if (deleted) return new AppError(deleted, { cause: error });
    if (typeof link.code === "string" && FOREIGN_CODES[link.code]) {
      const code = FOREIGN_CODES[link.code] as ErrorCode;
      return new AppError(code, { message: FOREIGN_MESSAGES[link.code] ?? ERRORS[code].message, cause: error });
    }
  }
  if (isUnavailable(error) || isConflict(error)) return new AppError("unavailable", { cause: error });
  const status = (error as FastifyError | undefined)?.statusCode;
  if (status === 404) return new AppError("not-found", { cause: error });
  if (typeof status === "number" && status >= 400 && status < 500) return new AppError("bad-request", { cause: error });
  return new AppError("internal", { cause: error });
}

/** Returns the error as it is sent to the client. */
export function failureEnvelope(error: AppError): FailureEnvelope {
  return {
    status: "error",
    code: error.code,
    message: error.message,
    ...(error.details ? { details: error.details } : {}),
  };
}

/**
 * Fastify's error handler. It is the only code that turns errors into responses, and it logs unexpected ones.
 * The request id, which identifies the log line, is sent as a header, so that equal errors have equal bodies.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error);
  if (failure.status >= 500 && failure.code !== "not-configured")
    request.log.error({ reqId: request.id, err: error, code: failure.code }, "request failed");
  if (failure.retryAfterS !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(failure.retryAfterS))));
  if (failure.code === "unauthenticated") reply.header("www-authenticate", "Bearer");
  void reply
    .code(failure.status)
    .type("application/json; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-request-id", request.id)
    .send(JSON.stringify(failureEnvelope(failure)));
}
