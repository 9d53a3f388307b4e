import type { RecordingFailure, RecordingSetup } from "@stillreel/recorder/types";

/** Somebody's wish to record. The tab is the one in front; screens and cameras are told of in it. */
export interface RecordWish {
  tabId: number;
  windowId: number;
  setup: RecordingSetup;
}

/** Why a recording could not begin or had to end: the recorder's reasons, and those of the browser around it. */
export type RecordFailure =
  | RecordingFailure
  /** The browser lets no extension record this page: its own pages, the web store, an empty tab. */
  | { code: "not-recordable" }
  /** Something else records this tab already. */
  | { code: "tab-in-use" }
  /** A recording goes on. */
  | { code: "busy" }
  /** Nothing in this page can be chosen, so no area either. */
  | { code: "no-area" };

/** Whether a recording begins. */
export type RecordAnswer = { ok: true } | { ok: false; failure: RecordFailure };

/** What can be done with a recording that is kept on this machine. */
export interface LocalRecordingOrder {
  id: string;
  do: "recover" | "discard" | "download";
}
