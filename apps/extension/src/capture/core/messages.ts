import { fromPage, senderOf, toBackground, toOffscreen } from "../../shared/core/message-port.ts";
import {
  empty,
  flag,
  integer,
  length,
  nullable,
  object,
  oneOf,
  type Output,
  type Schema,
  text,
  trusted,
} from "../../shared/core/schema.ts";
import { AFTER_CAPTURE } from "./after-capture.ts";
import type { Chosen } from "./capture-chooser.ts";
import { CAPTURE_ALTERNATIVES, CAPTURE_KINDS, type CaptureAlternative, type CaptureOrder, DELAYS } from "./capture-order.ts";
import type { CaptureResult } from "./capture-result.ts";
import { FILE_FORMATS } from "./file-format.ts";

/** Key of a picture of a screen in the cache that hands it over, or why there is none. */
export type ScreenShot = { ok: true; key: string } | { ok: false; reason: "cancelled" | "screen-refused" };

const order: Schema<CaptureOrder> = object({
  tabId: integer,
  windowId: integer,
  kind: oneOf(CAPTURE_KINDS),
  seconds: oneOf<number>(DELAYS),
  isWhole: flag,
});

const chosen: Schema<Chosen> = object({
  session: text,
  action: nullable(oneOf(AFTER_CAPTURE)),
  box: object({ x: length, y: length, width: length, height: length }),
  isInView: flag,
  view: object({ width: length, height: length }),
});

/** What the toast needs to say that a link was copied. */
const copied = object({ tabId: integer, captureId: text, shareUrl: text, thumbnail: text, isIncomplete: flag });
export type CopiedNotice = Output<typeof copied>;

/** Messages about captures. */
export const CAPTURE_MESSAGES = {
  "capture.start": toBackground(order, trusted<CaptureResult>()),
  /** Ends the capture that is running. */
  "capture.stop": toBackground(),
  /** Takes the page that stopped at the limit again, with the highest limit. */
  "capture.more": toBackground(empty, trusted<CaptureResult>()),
  /** Captures the page of a capture that may be incomplete in another manner. */
  "capture.instead": toBackground(object({ kind: oneOf<CaptureAlternative>(CAPTURE_ALTERNATIVES) }), trusted<CaptureResult>()),
  /** Sends the captures that wait for the server. */
  "capture.retry": toBackground(),
  /** Shows the toast for a link that the popup has copied. */
  "capture.copied": toBackground(copied),
  "page.chosen": fromPage(chosen),
  "page.cancelled": fromPage(object({ session: text })),
  "page.stop": fromPage(),
  "page.annotate": fromPage(object({ captureId: text })),
  /** Repeats a save to a service that failed. */
  "page.retry-save": fromPage(object({ saveId: text, provider: oneOf(["drive", "dropbox"] as const), captureId: text })),
  "page.more": fromPage(),
  "page.visible": fromPage(),
  "screen.take": toOffscreen(empty, trusted<ScreenShot>()),
  /** Puts the stored picture on the clipboard. */
  "picture.copy": toOffscreen(object({ captureId: text })),
  /** Writes the stored picture as a file; replies with an object URL that is valid while the offscreen page exists. */
  "picture.file": toOffscreen(object({ captureId: text, format: oneOf(FILE_FORMATS) }), text),
};

export const send = senderOf(CAPTURE_MESSAGES);
