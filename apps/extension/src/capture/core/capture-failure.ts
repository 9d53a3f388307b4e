/** Why a capture gave no picture, or a picture no link. */
export type CaptureFailure =
  /** The browser lets no extension look at this page: an empty tab, the web store, some of its own pages. */
  | "not-capturable"
  /** The same, and files on this machine are switched off for extensions. */
  | "file-access"
  /** The browser lets us look at this page, but not work in it: nothing in it can be chosen, and it cannot be scrolled. */
  | "only-visible"
  /** The same, for the browser's PDF viewer. */
  | "pdf"
  /** Another capture is running. */
  | "busy"
  /** The person ended it; nobody has to be told. */
  | "cancelled"
  | "tab-closed"
  /** The tab went to another page meanwhile. */
  | "navigated"
  /** The window's size or zoom changed meanwhile. */
  | "resized"
  /** The page is magnified by pinching. */
  | "magnified"
  /** Another tab came to the front meanwhile. */
  | "hidden"
  /** This machine has no room for the picture. */
  | "disk-full"
  /** The system does not let the browser see the screen. */
  | "screen-refused"
  | "signed-out"
  /** The server did not answer; the picture is kept. */
  | "offline"
  | "too-large"
  /** The server's disk is full; the picture is kept. */
  | "storage-full"
  /** Anything else; the picture is kept. */
  | "failed";

/** Key of the sentence that tells each failure. */
export const FAILURE_KEYS = {
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
  offline: "failure.offline",
  "too-large": "failure.tooLarge",
  "storage-full": "failure.storageFull",
  failed: "failure.failed",
} as const satisfies Record<CaptureFailure, string>;

/** Key of the sentence for one failure: what is kept is said to be kept. */
export const failureKey = ({ reason, isStored }: { reason: CaptureFailure; isStored: boolean }): string =>
  reason === "failed" && isStored ? "failure.failedKept" : FAILURE_KEYS[reason];
