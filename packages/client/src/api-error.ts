import type { ErrorCode, FieldIssue } from "@stillreel/contract";

/** Codes that only the client knows: no answer came (`offline`), or the answer was not ours (`bad-answer`). */
export type ClientErrorCode = "offline" | "bad-answer";

/**
 * A call that failed. `status` is 0 when no answer came at all.
 * `message` is the server's English sentence; interfaces translate by `code`.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  readonly details: readonly FieldIssue[];
  /** Seconds after which a refused call may be tried again (`Retry-After`), when the server said so. */
  readonly retryAfter: number | undefined;
  /** By which the server's log knows this request. */
  readonly requestId: string | undefined;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    details?: readonly FieldIssue[];
    retryAfter?: number;
    requestId?: string;
    cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.status = init.status;
    this.code = init.code;
    this.details = init.details ?? [];
    this.retryAfter = init.retryAfter;
    this.requestId = init.requestId;
  }

  /** What the server said about one field, or undefined. */
  issue(field: string): FieldIssue | undefined {
    return this.details.find((detail) => detail.field === field);
  }
}

/** True for a failed call, optionally for one of the codes given. */
export function isApiError(error: unknown, ...codes: (ErrorCode | ClientErrorCode)[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || (codes as string[]).includes(error.code));
}
