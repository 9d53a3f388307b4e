import type { SaveProvider } from "@stillreel/contract";
import type { CaptureFailure } from "./capture-failure.ts";
import type { SaveStart } from "./save-failure.ts";

/** A capture that is in the library, and whose save to a service has begun or was refused. */
export interface SavedCapture {
  ok: true;
  did: "save";
  id: string;
  provider: SaveProvider;
  save: SaveStart;
  /** Base64 JPEG. */
  thumbnail: string;
  /** Name of the requested save target when it is closed. */
  lost: string | null;
}

/** Result of a capture for its caller. */
export type TakeOutcome =
  /** Its editor is open. */
  | { ok: true; did: "editor"; id: string }
  | {
      ok: true;
      did: "link";
      id: string;
      itemId: string;
      title: string;
      shareUrl: string;
      /** Base64 JPEG. */
      thumbnail: string;
      /** Name of the requested save target when it is closed. */
      lost: string | null;
    }
  | SavedCapture
  /** The page of its item is open, with the dialog that asks for the folder. */
  | { ok: true; did: "ask"; id: string }
  | { ok: true; did: "copy"; id: string; title: string; thumbnail: string }
  | { ok: true; did: "download"; id: string; fileName: string; thumbnail: string }
  /** `kept`: the capture is stored on this machine, and waits for the server if it was to be sent. */
  | { ok: false; id: string; reason: CaptureFailure; isStored: boolean };

/** Result of a capture, or that it continues in the page. */
export type CaptureResult =
  | TakeOutcome
  /** The user continues in the page: chooses an area or waits for the countdown. */
  | { ok: true; did: "started" }
  | { ok: false; reason: CaptureFailure; /** The picture is stored on this machine. */ isStored: boolean };
