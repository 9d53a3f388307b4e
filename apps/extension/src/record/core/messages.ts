import type { LocalRecording, RecorderState, RecordingOrder } from "@stillreel/recorder/types";
import { fromPage, senderOf, toBackground, toOffscreen } from "../../shared/core/message-port.ts";
import { empty, integer, nullable, object, oneOf, text, trusted } from "../../shared/core/schema.ts";
import type { RecordAnswer } from "./record-request.ts";
import { parseSetup } from "./recording-setup.ts";

const destination = { url: text, userId: text };

/** Messages about recordings. */
export const RECORD_MESSAGES = {
  /** Starts a recording; the reply comes before it has started, or says why it cannot. */
  "record.start": toBackground(object({ tabId: integer, windowId: integer, setup: parseSetup }), trusted<RecordAnswer>()),
  /** The offscreen page has a new state, and the worker that was connected is gone. */
  "record.follow": toBackground(),
  /** The bar left a tab, together with its page. */
  "record.bar-gone": toBackground(object({ tabId: integer })),
  /** Headers that sign in as one user; null unless that user is signed in. */
  "record.headers": toBackground(object({ userId: text }), trusted<Record<string, string> | null>()),
  /** The recordings of this user that are stored on this machine. */
  "record.stored": toBackground(empty, trusted<LocalRecording[]>()),
  /** Recovers, discards or downloads a stored recording; replies with the link of a recovered one. */
  "record.settle": toBackground(object({ id: text, do: oneOf(["recover", "discard", "download"]) }), object({ shareUrl: nullable(text) })),
  /** A stored recording was saved to the user's own library, because the user may not write to its save target any more. */
  "record.redirected": toBackground(object({ workspaceId: text, folderId: nullable(text) })),
  "page.recover": fromPage(object({ id: text })),
  /** Copies the link of the last recording again. */
  "page.copy-link": fromPage(),
  /** Opens the popup. */
  "page.popup": fromPage(),
  /** Adds the second script of the recording page: countdown, camera and pens. */
  "page.equip-recording": fromPage(),
  /** `key` identifies the recording in all later states. Only the worker sends the order, and has built it itself. */
  "recorder.start": toOffscreen(object({ key: text, order: trusted<RecordingOrder>() })),
  /** Key of the running or last recording; null when this offscreen page has recorded nothing. */
  "recorder.key": toOffscreen(empty, nullable(text)),
  "recorder.state": toOffscreen(empty, trusted<RecorderState>()),
  /** Allows the scripts in this tab to observe and control the recording. */
  "recorder.admit": toOffscreen(object({ tabId: integer })),
  "recorder.list": toOffscreen(object({ userId: nullable(text) }), trusted<LocalRecording[]>()),
  "recorder.recover": toOffscreen(object({ id: text, ...destination }), object({ shareUrl: text })),
  "recorder.discard": toOffscreen(object({ id: text })),
  /** Object URL of a stored recording as a file; valid while the offscreen page exists. */
  "recorder.file": toOffscreen(object({ id: text }), object({ url: text })),
  /** Sends the recordings that have not arrived, as far as that needs no decision; `left` is the number that remains. */
  "recorder.send": toOffscreen(object(destination), object({ left: integer })),
};

export const send = senderOf(RECORD_MESSAGES);
