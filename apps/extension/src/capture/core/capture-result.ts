import type { CaptureFailure } from "./capture-failure.ts";

/** How a capture ended for whoever asked for it. */
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
      /** What the place was called that it was for, and that is closed by now. */
      lost: string | null;
    }
  | { ok: true; did: "copy"; id: string; title: string; thumbnail: string }
  | { ok: true; did: "download"; id: string; fileName: string; thumbnail: string }
  /** `kept`: it lies on this machine, and waits for the server where sending was asked for. */
  | { ok: false; id: string; reason: CaptureFailure; isStored: boolean };

/** How a capture ended, or that it goes on in the page. */
export type CaptureResult =
  | TakeOutcome
  /** The person goes on in the page: chooses an area, waits for the countdown. */
  | { ok: true; did: "started" }
  | { ok: false; reason: CaptureFailure; /** The picture waits on this machine. */ isStored: boolean };
