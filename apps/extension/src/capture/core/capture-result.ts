import type { TakeOutcome } from "./stored-capture.ts";

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

/** How a capture ended, or that it goes on in the page. */
export type CaptureResult =
  | TakeOutcome
  /** The person goes on in the page: chooses an area, waits for the countdown. */
  | { ok: true; did: "started" }
  | { ok: false; reason: CaptureFailure; /** The picture waits on this machine. */ kept: boolean };
