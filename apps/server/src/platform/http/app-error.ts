import { ERRORS, type ErrorCode, type FieldIssue } from "@stillreel/contract";

/** Seconds after which a client may try again when a part of the service is unavailable. */
export const RETRY_AFTER_S = 2;

/** An error that the caller may see. Any other thrown value becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldIssue[] | undefined;
  /** Seconds after which a retry makes sense. Sent as `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, options: { message?: string; details?: FieldIssue[]; retryAfterS?: number; cause?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS ?? (code === "unavailable" ? RETRY_AFTER_S : undefined);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Creates a validation error for one field, for rules that only the server can check. */
export function invalid(field: string, message: string, code = "invalid"): AppError {
  return new AppError("validation-failed", { details: [{ field, code, message }] });
}
