import type { AnnotationDocument, CaptureRecord } from "@stillreel/contract";

/** A picture that was just taken, and what is known about it. */
export interface TakenPicture {
  picture: Blob;
  /** Pixels. */
  width: number;
  height: number;
  /** What it is to be called; the page's title, as a rule. */
  title: string;
  /** Address of the captured page; null where there is none (a screen, a window). */
  pageUrl: string | null;
  /** Facts and sensitive boxes. Whether they leave this machine is decided when the picture is sent, not here. */
  record: CaptureRecord;
}

/** Why the server will not take a capture as it is: sending the same again would be refused again. */
export type RejectReason = "too-large" | "unsupported" | "invalid" | "forbidden" | "conflict";

/** How far a capture is on its way to the server. */
export type Upload =
  /** Stays on this machine until somebody saves it. */
  | { state: "none" }
  /** Goes out by itself, as soon as it can. */
  | { state: "waiting" }
  /** Is on its way; when whoever sent it died, it counts as waiting. */
  | { state: "sending" }
  | { state: "done" }
  | { state: "failed"; reason: RejectReason };

/** The item that a capture became, as it was last sent. */
export interface SentItem {
  itemId: string;
  refName: string;
  /** What a later change is held against; null to overwrite whatever is there. */
  pictureVersion: number | null;
  shareUrl: string | null;
  title: string;
  folderId: string | null;
  keepOriginal: boolean;
  /** {@link StoredCapture.revision} of the pixels that were sent. */
  revision: number;
}

/** A capture kept on this machine, without its pixels. */
export interface StoredCapture {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When it was last drawn on, saved or sent. */
  touchedAt: number;
  /** Set once it was thrown away; it can be brought back for a while. */
  discardedAt: number | null;
  title: string;
  /** As the pattern of the preferences made it, with its ending. */
  fileName: string;
  pageUrl: string | null;
  record: CaptureRecord;
  width: number;
  height: number;
  /** What is drawn over it now; null while nothing is. */
  document: AnnotationDocument | null;
  /** What was drawn over it when it was last saved: what is sent. */
  savedDocument: AnnotationDocument | null;
  /** Does the server keep the picture as it was taken, for those who may write? */
  keepOriginal: boolean;
  /** Grows with every save. */
  revision: number;
  upload: Upload;
  item: SentItem | null;
  /** The workspace that it is for; null (and absent in captures of before there were any) for the personal space. */
  workspaceId?: string | null;
  /** The folder that it is to lie in; null for the root of its space. */
  folderId: string | null;
  /** Whose it is (see {@link ownerNow}); null when nobody was signed in. */
  owner: string | null;
  /** Sent with every try to make the item, so that a try whose answer got lost makes no second one. */
  idempotencyKey: string;
  /** The revision whose sending was begun and whose answer is not known yet. */
  triedRevision: number | null;
}
