/** Reason of a recovery error: deleted, in use by another document, without complete content, of another user, or aborted by the caller. */
export type RecoveryReason = "gone" | "busy" | "empty" | "not-yours" | "aborted";

/** Error of a stored recording that is not available. */
export class RecoveryError extends Error {
  readonly reason: RecoveryReason;
  constructor(reason: RecoveryReason) {
    super(`The recording cannot be had: ${reason}.`);
    this.reason = reason;
  }
}
