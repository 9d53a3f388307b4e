/** Why a capture gave no link. */
export type CaptureFailure =
  /** The browser lets no extension look at this page. */
  | "not-capturable"
  | "signed-out"
  /** The server did not answer; the picture is kept. */
  | "offline"
  | "too-large"
  /** The server's disk is full; the picture is kept. */
  | "storage-full"
  /** Anything else on the server's side; the picture is kept. */
  | "failed";

/** How a capture ended. */
export type CaptureResult =
  | {
      ok: true;
      itemId: string;
      title: string;
      shareUrl: string;
      /** The link is on the clipboard already (the popup had closed); else the asking page puts it there. */
      copied: boolean;
      /** A small picture as base64 JPEG, for the toast. */
      thumbnail: string;
    }
  | { ok: false; reason: CaptureFailure; /** The picture waits on this machine and can be sent again. */ kept: boolean };
