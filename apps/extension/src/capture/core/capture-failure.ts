/** Reason why a capture has no picture, or a picture no link. */
export type CaptureFailure =
  /** The browser allows no extension on this page: an empty tab, the web store, some browser pages. */
  | "not-capturable"
  /** The same, and access to local files is disabled for the extension. */
  | "file-access"
  /** The browser allows a screenshot but no script: nothing can be chosen or scrolled. */
  | "only-visible"
  /** The same, for the browser's PDF viewer. */
  | "pdf"
  /** Another capture is running. */
  | "busy"
  /** The user cancelled; no message is needed. */
  | "cancelled"
  | "tab-closed"
  /** The tab navigated to another page. */
  | "navigated"
  /** The window's size or zoom changed. */
  | "resized"
  /** The page is pinch-zoomed. */
  | "magnified"
  /** Another tab became active. */
  | "hidden"
  /** This machine has no disk space for the picture. */
  | "disk-full"
  /** The operating system denies screen access to the browser. */
  | "screen-refused"
  | "signed-out"
  /** The same, and the capture was to be saved to a service. */
  | "signed-out-save"
  /** The capture is in the library, but its save to a service was refused. */
  | "not-saved"
  /** The server did not answer; the picture is stored locally. */
  | "offline"
  | "too-large"
  /** The server's disk is full; the picture is stored locally. */
  | "storage-full"
  /** The storage of the user on the server is full; the picture is stored locally. */
  | "quota-exceeded"
  /** Any other error; the picture is stored locally. */
  | "failed";

/** Text key of each failure. */
const FAILURE_KEYS = {
  "not-capturable": "failure.notCapturable",
  "file-access": "failure.fileAccess",
  "only-visible": "failure.onlyVisible",
  pdf: "failure.pdf",
  busy: "failure.busy",
  cancelled: "failure.cancelled",
  "tab-closed": "failure.tabClosed",
  navigated: "failure.navigated",
  resized: "failure.resized",
  magnified: "failure.magnified",
  hidden: "failure.hidden",
  "disk-full": "failure.diskFull",
  "screen-refused": "failure.screenRefused",
  "signed-out": "failure.signedOut",
  "signed-out-save": "failure.signedOutSave",
  "not-saved": "failure.notSaved",
  offline: "failure.offline",
  "too-large": "failure.tooLarge",
  "storage-full": "failure.storageFull",
  "quota-exceeded": "failure.quotaExceeded",
  failed: "failure.failed",
} as const satisfies Record<CaptureFailure, string>;

/** Returns the text key of a failure; it differs when the picture is stored locally. */
export const failureKey = ({ reason, isStored }: { reason: CaptureFailure; isStored: boolean }): string =>
  reason === "failed" && isStored ? "failure.failedKept" : FAILURE_KEYS[reason];
