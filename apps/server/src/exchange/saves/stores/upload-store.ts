import type { VendorAccess } from "../../../people/connections/index.ts";

/** Smallest and largest number of bytes of one request of an upload. Both are multiples of the 256 KiB that the cloud drive demands. */
export const PIECE_BYTES = { min: 8 * 1024 ** 2, max: 64 * 1024 ** 2 } as const;
/** Maximum time for one piece in milliseconds: the smallest one at 30 KB/s. */
export const PIECE_TIMEOUT_MS = 300_000;

/** How a service hashes a file: SHA-256 of its bytes, or SHA-256 of the joined SHA-256 digests of its blocks. */
export type DigestKind = "sha256" | "blocks";

/** A folder at a service. */
export interface RemoteFolder {
  id: string;
  name: string;
}

/** A stored file at a service. */
export interface RemoteFile {
  id: string;
  name: string;
  /** Address at which its owner opens it; null when the service has none. */
  url: string | null;
  /** Size and hash that the service reports; null when it reports none. */
  sizeBytes: number | null;
  digest: string | null;
}

/** A file that will be uploaded. */
export interface PlannedFile {
  /** Folder at the service; null for the root. */
  folderId: string | null;
  name: string;
  /** Id that the service assigned in advance; null for services without such ids. */
  remoteId: string | null;
  mimeType: string;
  sizeBytes: number;
}

/**
 * State of an upload: the service has the first `offset` bytes; it has the whole file; or it does not know the session any more.
 */
export type Progress = { kind: "at"; offset: number } | { kind: "stored"; file: RemoteFile } | { kind: "lost" };

/** Bytes of a part of a file. A chunk is valid until the next one is requested. They must be closed. */
export interface PieceBody {
  stream: ReadableStream<Uint8Array>;
  close(): Promise<void>;
}

/** A part of a file. */
export interface Piece {
  offset: number;
  /** Bytes of the part; 0 only finishes the upload. */
  length: number;
  open(): Promise<PieceBody>;
  /** Ends the request early. */
  signal: AbortSignal;
}

/** What a service that stores files can do. All methods throw VendorError. */
export interface UploadStore {
  /** Kind of the reported hashes. */
  digestKind: DigestKind;
  listFolders(
    access: VendorAccess,
    parentId: string | null,
    cursor: string | null,
  ): Promise<{ items: RemoteFolder[]; nextCursor: string | null }>;
  /** Returns the folder with this name; null when it does not exist. */
  findFolder(access: VendorAccess, parentId: string | null, name: string): Promise<RemoteFolder | null>;
  /** Returns the folder with this name, created if it does not exist. */
  ensureFolder(access: VendorAccess, parentId: string | null, name: string): Promise<RemoteFolder>;
  /** Returns a folder as it is now. @throws VendorError `gone` when it is deleted */
  folder(access: VendorAccess, folderId: string): Promise<RemoteFolder>;
  /** Whether a file or folder of this name exists. */
  isTaken(access: VendorAccess, folderId: string | null, name: string): Promise<boolean>;
  /** Returns an id for a new file, or null when the service chooses it later. */
  reserve(access: VendorAccess): Promise<string | null>;
  /** Returns the file of an upload whose last answer may be lost; null when it does not exist. */
  stored(access: VendorAccess, file: PlannedFile): Promise<RemoteFile | null>;
  /** Begins a session. Returns `stored` when a file with the reserved id exists. */
  begin(access: VendorAccess, file: PlannedFile): Promise<{ session: string } | { kind: "stored"; file: RemoteFile }>;
  /** Returns the state of an upload that was interrupted. */
  resume(access: VendorAccess, file: PlannedFile, upload: { session: string; offset: number }): Promise<Progress>;
  /** Sends a piece; the last one finishes the upload. */
  send(access: VendorAccess, file: PlannedFile, session: string, piece: Piece): Promise<Progress>;
  /** Lets everyone with the link open the file. Returns the address. */
  share(access: VendorAccess, file: RemoteFile): Promise<string | null>;
  /** Deletes a file that was just stored. One that does not exist is deleted already. */
  remove(access: VendorAccess, file: RemoteFile): Promise<void>;
  /** Ends a session that is not needed any more. */
  abandon(access: VendorAccess, session: string): Promise<void>;
}
