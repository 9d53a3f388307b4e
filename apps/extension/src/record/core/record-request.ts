import type { RecordingFailure, RecordingSetup } from "@stillreel/recorder/types";

/** A request to record. The tab is the active one; messages about screens and cameras appear in it. */
export interface RecordRequest {
  tabId: number;
  windowId: number;
  setup: RecordingSetup;
}

/** Reason why a recording did not start or ended: the recorder's reasons and those of the browser. */
export type RecordFailure =
  | RecordingFailure
  /** The browser allows no extension to record this page: browser pages, the web store, an empty tab. */
  | { code: "not-recordable" }
  /** Another program already records this tab. */
  | { code: "tab-in-use" }
  /** A recording goes on. */
  | { code: "busy" }
  /** The page accepts no script, so no area can be chosen. */
  | { code: "no-area" };

/** Whether a recording starts. */
export type RecordAnswer = { ok: true } | { ok: false; failure: RecordFailure };

/** An action for a recording stored on this machine. */
export interface LocalRecordingOrder {
  id: string;
  do: "recover" | "discard" | "download";
}
