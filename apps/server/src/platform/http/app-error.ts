import { ERRORS, type ErrorCode, type FieldIssue } from "@stillreel/contract";

/** A failure that the caller may see. Anything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldIssue[] | undefined;
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, options: { message?: string; details?: FieldIssue[]; retryAfterS?: number; cause?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A validation failure of one field, for rules that only the server can check. */
export function invalid(field: string, message: string, code = "invalid"): AppError {
  return new AppError("validation-failed", { details: [{ field, code, message }] });
}
