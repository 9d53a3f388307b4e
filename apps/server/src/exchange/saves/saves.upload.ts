import type { SaveProvider } from "@stillreel/contract";
import type { Sealer } from "../../platform/ports/sealing.ts";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { type VendorAccess, VendorError } from "../../people/connections/index.ts";
import { createSentDigest, digested, type SentDigest } from "./saves.digest.ts";
import { freeName } from "./saves.names.ts";
import { nextPieceBytes } from "./saves.plan.ts";
import * as repo from "./saves.repo.ts";
import type { SaveSource } from "./saves.source.ts";
import { PIECE_BYTES, type PieceBody, type PlannedFile, type Progress, type RemoteFile, type UploadStore } from "./stores/upload-store.ts";

/** Number of times that a file is sent which arrives damaged. */
const ATTEMPTS_MAX = 2;
/** State of a file of which nothing is sent. */
const UNSENT = { session: null, offsetBytes: 0, blockHashes: null } as const;
/** Number of answers without progress after which an upload is tried later. */
const STALLS_MAX = 3;

/** The save was cancelled, or its user may not read the item any more. */
export class Stopped extends Error {}

/** Progress that another attempt continues. */
export type Confirmed = Required<Pick<repo.SaveFileChange, "offsetBytes" | "blockHashes">>;

/** What the upload of one file works with. */
export interface Upload {
  db: Executor;
  store: UploadStore;
  access: VendorAccess;
  provider: SaveProvider;
  sealer: Sealer;
  row: repo.SaveFileRow;
  folderId: string | null;
  /** Planned name. */
  name: string;
  source: SaveSource;
  signal: AbortSignal;
  /** Called with the confirmed bytes after each piece. @throws Stopped */
  onProgress(confirmed: Confirmed): Promise<void>;
  /** Whether other jobs should run now. */
  isOver(): boolean;
}

const contextOf = (fileId: string): string => `save:${fileId}`;

/** Returns the session of an earlier attempt that sends the same bytes; null without one. */
export function sessionOf(sealer: Sealer, { id, session }: repo.SaveFileRow): string | null {
  return session === null ? null : sealer.open(session, contextOf(id));
}

async function change({ db, row }: Upload, values: repo.SaveFileChange): Promise<void> {
  if (!(await repo.updateRunning(db, row.id, values))) throw new Stopped();
  Object.assign(row, values);
}

const plannedOf = ({ row, folderId, source }: Upload): PlannedFile => ({
  folderId,
  name: row.fileName,
  remoteId: row.remoteId,
  mimeType: source.mimeType,
  sizeBytes: source.sizeBytes,
});

/** Continues the session of an earlier attempt, or begins one with a name and an id that are stored before. */
async function start(upload: Upload): Promise<{ session: string; progress: Progress }> {
  const { store, access, row, source, sealer } = upload;
  const known = source.key !== null && row.source === source.key && row.sizeBytes === source.sizeBytes ? sessionOf(sealer, row) : null;
  if (known !== null) {
    const progress = await store.resume(access, plannedOf(upload), { session: known, offset: row.offsetBytes });
    if (progress.kind !== "lost") return { session: known, progress };
  } else if (row.session !== null) {
    const file = await store.stored(access, plannedOf(upload));
    if (file) return { session: "", progress: { kind: "stored", file } };
  }
  if (row.sizeBytes === null) {
    const fileName = await freeName(store, access, upload.folderId, upload.name);
    await change(upload, { fileName, remoteId: await store.reserve(access), sizeBytes: source.sizeBytes });
  }
  await change(upload, { ...UNSENT, sizeBytes: source.sizeBytes, source: source.key });
  const begun = await store.begin(access, plannedOf(upload));
  if ("kind" in begun) return { session: "", progress: begun };
  await change(upload, { session: sealer.seal(begun.session, contextOf(row.id)) });
  return { session: begun.session, progress: { kind: "at", offset: 0 } };
}

/** Returns whether the service reports another size or another hash than those of the sent bytes. */
function isDamaged({ row }: Upload, digest: SentDigest, { sizeBytes, digest: reported }: RemoteFile): boolean {
  if (row.sizeBytes === null) return false;
  if (sizeBytes !== null && sizeBytes !== row.sizeBytes) return true;
  const sent = digest.hex(row.sizeBytes);
  return sent !== null && reported !== null && sent !== reported;
}

/**
 * Uploads a file in pieces. Every step is stored, so that another attempt continues it. A file that arrived damaged is deleted at the
 * service and sent once more, as a new file.
 * @returns the stored file, or null when the slice is over before the end
 * @throws VendorError, Stopped, AppError `checksum-mismatch` when it arrives damaged again
 */
export async function uploadFile(upload: Upload): Promise<RemoteFile | null> {
  const { store, access, row, source } = upload;
  for (let attempt = 1; ; attempt += 1) {
    const digest = createSentDigest(store.digestKind, source.sha256, row.blockHashes);
    const file = await sendFile(upload, digest);
    if (file === null || !isDamaged(upload, digest, file)) return file;
    await store.remove(access, file);
    await change(upload, { ...UNSENT, sizeBytes: null, remoteId: null, source: null });
    if (attempt === ATTEMPTS_MAX) throw new AppError("checksum-mismatch");
  }
}

/** Sends the pieces of a file that the service does not have. Returns null when the slice is over before the end. */
async function sendFile(upload: Upload, digest: SentDigest): Promise<RemoteFile | null> {
  const { store, access, source, provider } = upload;
  let { session, progress } = await start(upload);
  let stalls = 0;
  let pieceBytes: number = PIECE_BYTES.min;
  let lost = 0;
  while (progress.kind !== "stored") {
    upload.signal.throwIfAborted();
    if (progress.kind === "lost") {
      lost += 1;
      if (lost > 1) throw new VendorError(provider, "unreachable");
      await change(upload, UNSENT);
      ({ session, progress } = await start(upload));
      continue;
    }
    const { offset } = progress;
    const confirmed = { offsetBytes: offset, blockHashes: digest.state() };
    await upload.onProgress(confirmed);
    if (upload.isOver()) {
      await change(upload, confirmed);
      return null;
    }
    const length = Math.min(pieceBytes, source.sizeBytes - offset);
    const sentAt = performance.now();
    const piece = { offset, length, open: () => openPiece(source, digest, offset, length), signal: upload.signal };
    const next = await store.send(access, plannedOf(upload), session, piece).catch(async (error: unknown) => {
      // The next attempt continues the hash from here.
      await repo.updateRunning(upload.db, upload.row.id, confirmed);
      throw error;
    });
    pieceBytes = nextPieceBytes(pieceBytes, performance.now() - sentAt);
    stalls = next.kind === "at" && next.offset <= offset ? stalls + 1 : 0;
    if (stalls >= STALLS_MAX) throw new VendorError(provider, "unreachable");
    progress = next;
  }
  return progress.file;
}

async function openPiece(source: SaveSource, digest: SentDigest, offset: number, length: number): Promise<PieceBody> {
  digest.begin(offset);
  return digested(await source.open(offset, length), digest);
}
