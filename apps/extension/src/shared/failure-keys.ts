import type { CaptureFailure } from "./capture-result.ts";

/** Key of the sentence that tells each failure. */
export const FAILURE_KEYS = {
  "not-capturable": "failure.notCapturable",
  "signed-out": "failure.signedOut",
  offline: "failure.offline",
  "too-large": "failure.tooLarge",
  "storage-full": "failure.storageFull",
  failed: "failure.failed",
} as const satisfies Record<CaptureFailure, string>;
