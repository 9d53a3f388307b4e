import type { AnnotationDocument, CaptureRecord, SaveProvider } from "@stillreel/contract";

/** A picture that was just captured, with its data. */
export interface TakenPicture {
  picture: Blob;
  /** Pixels. */
  width: number;
  height: number;
  /** Title; by default the title of the page. */
  title: string;
  /** Address of the captured page; null when there is none (screen, window). */
  pageUrl: string | null;
  /** Facts and sensitive boxes. The decision to send them is made at upload time. */
  record: CaptureRecord;
}

/** Permanent reason why the server refuses a capture. A retry would fail again. */
export type RejectReason = "too-large" | "unsupported" | "invalid" | "forbidden" | "conflict";

/** Upload state of a capture. */
type Upload =
  /** Stays on this machine until the user saves it. */
  | { state: "none" }
  /** Is sent automatically as soon as possible. */
  | { state: "waiting" }
  /** Is being sent; counts as waiting when the sender terminated. */
  | { state: "sending" }
  | { state: "done" }
  | { state: "failed"; reason: RejectReason };

/** The item that was created from a capture, as last sent. */
export interface SentItem {
  itemId: string;
  refName: string;
  /** Version that a later change is compared with; null overwrites any version. */
  pictureVersion: number | null;
  shareUrl: string | null;
  title: string;
  folderId: string | null;
  keepOriginal: boolean;
  /** {@link StoredCapture.revision} of the sent pixels. */
  revision: number;
}

/** A capture stored on this machine, without its pixels. */
export interface StoredCapture {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Time of the last annotation, save or upload. */
  touchedAt: number;
  /** Time of discarding; a discarded capture can be restored for a limited time. */
  discardedAt: number | null;
  title: string;
  /** File name from the preferences' pattern, with extension. */
  fileName: string;
  pageUrl: string | null;
  record: CaptureRecord;
  width: number;
  height: number;
  /** Current annotations; null when there are none. */
  document: AnnotationDocument | null;
  /** Annotations of the last save; these are sent. */
  savedDocument: AnnotationDocument | null;
  /** Whether the server stores the original picture for users who may write. */
  keepOriginal: boolean;
  /** Grows with every save. */
  revision: number;
  upload: Upload;
  item: SentItem | null;
  /** Target workspace; null (and absent in captures of older versions) means the personal space. */
  workspaceId?: string | null;
  /** Target folder; null means the root of the space. */
  folderId: string | null;
  /** Owner mark (see {@link ownerNow}); null when no user was signed in. */
  owner: string | null;
  /** Sent with every attempt to create the item, so that a retry after a lost response creates no second item. */
  idempotencyKey: string;
  /** Service that the item is saved to as soon as it exists; null (and absent in captures of older versions) for none. */
  saveTo?: SaveProvider | null;
  /** Revision whose upload has started without a known result. */
  triedRevision: number | null;
}
