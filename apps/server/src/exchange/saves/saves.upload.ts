import type { SaveProvider } from "@stillreel/contract";
import type { Sealer } from "../../platform/ports/sealing.ts";
import type { Executor } from "../../platform/db/client.ts";
import { type VendorAccess, VendorError } from "../../people/connections/index.ts";
import { freeName } from "./saves.names.ts";
import { nextPieceBytes } from "./saves.plan.ts";
import * as repo from "./saves.repo.ts";
import type { SaveSource } from "./saves.source.ts";
import { PIECE_BYTES, type PlannedFile, type Progress, type RemoteFile, type UploadStore } from "./stores/upload-store.ts";

/** Number of answers without progress after which an upload is tried later. */
const STALLS_MAX = 3;

/** The save was cancelled, or its user may not read the item any more. */
export class Stopped extends Error {}

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
  onProgress(offset: number): Promise<void>;
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
  await change(upload, { sizeBytes: source.sizeBytes, source: source.key, session: null, offsetBytes: 0 });
  const begun = await store.begin(access, plannedOf(upload));
  if ("kind" in begun) return { session: "", progress: begun };
  await change(upload, { session: sealer.seal(begun.session, contextOf(row.id)) });
  return { session: begun.session, progress: { kind: "at", offset: 0 } };
}

/**
 * Uploads a file in pieces. Every step is stored, so that another attempt continues it.
 * @returns the stored file, or null when the slice is over before the end
 * @throws VendorError, Stopped
 */
export async function uploadFile(upload: Upload): Promise<RemoteFile | null> {
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
      await change(upload, { session: null, offsetBytes: 0 });
      ({ session, progress } = await start(upload));
      continue;
    }
    const { offset } = progress;
    await upload.onProgress(offset);
    if (upload.isOver()) {
      await change(upload, { offsetBytes: offset });
      return null;
    }
    const length = Math.min(pieceBytes, source.sizeBytes - offset);
    const sentAt = performance.now();
    const next = await store.send(access, plannedOf(upload), session, {
      offset,
      length,
      open: () => source.open(offset, length),
      signal: upload.signal,
    });
    pieceBytes = nextPieceBytes(pieceBytes, performance.now() - sentAt);
    stalls = next.kind === "at" && next.offset <= offset ? stalls + 1 : 0;
    if (stalls >= STALLS_MAX) throw new VendorError(provider, "unreachable");
    progress = next;
  }
  return progress.file;
}
