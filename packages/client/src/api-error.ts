import type { ErrorCode, FieldIssue } from "@stillreel/contract";

/** Codes that only the client creates: without a response (`offline`), or with an invalid response (`bad-answer`). */
export type ClientErrorCode = "offline" | "bad-answer";

/**
 * A failed call. `status` is 0 when no response was received.
 * `message` is the server's English sentence. User interfaces translate by `code`.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  readonly details: readonly FieldIssue[];
  /** Seconds after which a refused call may be retried (`Retry-After`), when the server sent it. */
  readonly retryAfter: number | undefined;
  /** Id of this request in the server's log. */
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

  /** Returns the server's validation issue of one field, or undefined. */
  issue(field: string): FieldIssue | undefined {
    return this.details.find((detail) => detail.field === field);
  }
}

/** Returns whether an error is a failed call, optionally with one of the given codes. */
export function isApiError(error: unknown, ...codes: (ErrorCode | ClientErrorCode)[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || (codes as string[]).includes(error.code));
}
