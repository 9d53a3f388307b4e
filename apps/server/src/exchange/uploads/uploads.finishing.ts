import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { StoredBlob } from "../../media/media/index.ts";
import type { Requests } from "../../social/requests/index.ts";
import { expiry, notify, type UploadsContext } from "./uploads.context.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import { type Film, filmOf } from "./uploads.recordings.ts";
import * as repo from "./uploads.repo.ts";
import type { HandedOver, Staging } from "./staging/staging.ts";

/**
 * Finishes an upload with all bytes: inspects them, moves them to the storage and completes the item. Idempotent and safe for
 * concurrent calls. Invalid content deletes the item or import.
 */
export async function finish(context: UploadsContext, store: Staging, locker: AdvisoryLocker, id: string): Promise<void> {
  const { db, storage, items, recordings } = context;
  await locker.exclusively(id, async () => {
    const row = await repo.findUpload(db, id);
    if (!row) throw new AppError("not-found");
    if (row.finishedAt !== null) return store.forgetBytes(id);
    try {
      const film = row.recording ? await filmed(context, store, id) : null;
      // A remote store needs time for a long recording, which is played from the staged bytes meanwhile.
      if (film && row.itemId !== null && storage.localPath("b") === null) await show(context, row, film);
      const handed = await store.handOver(id);
      const stored = await takeOver(context, store, { row, film, handed });
      await complete(context, store, { row, film, stored }).catch(async (error: unknown) => {
        // An object that was handed over has the only bytes: the next attempt uses it again.
        if (!("storageKey" in handed) || handed.storageKey !== stored.storageKey) await items.abandon(stored);
        throw error;
      });
    } catch (error) {
      // Wrong content or a deleted item: the bytes are deleted. After a temporary error (a full disk) the upload stays.
      if (error instanceof AppError && error.status < 500) await store.remove(id);
      throw error;
    }
    await store.forgetBytes(id);
    recordings.forget(id);
    notify(context, row);
  });
}

/** Returns a recording's metadata from its own boxes; null when another inspection is needed. */
async function filmed({ recordings }: UploadsContext, store: Staging, id: string): Promise<Film | null> {
  const index = await recordings.read(id, () => store.open(id));
  if (!index) throw new AppError("not-found");
  // Only the header has arrived, or nothing, but no segment.
  const isEmpty = index.parts.length === 0 && (index.headBytes > 0 || !(await store.hasBytes(id)));
  if (isEmpty) throw new AppError("unreadable-file", { message: "Nothing was recorded." });
  return filmOf(index);
}

/** Makes an ended recording visible to everyone with its link. */
async function show(context: UploadsContext, row: repo.UploadRow, film: Film): Promise<void> {
  const { db, items } = context;
  const { itemId } = row;
  if (itemId === null) return;
  const isThere = await db.transaction((tx) => items.endRecording(tx, itemId, film.inspection, film.facts));
  if (!isThere) throw new AppError("not-found");
  notify(context, row);
}

/** An upload whose bytes are handed over, with the metadata of a recording. */
interface Handed {
  row: repo.UploadRow;
  film: Film | null;
  handed: HandedOver;
}

/** Makes the bytes an object of an item if their type is permitted. A recording with known metadata is not inspected again. */
async function takeOver({ media, imageMaxBytes }: UploadsContext, store: Staging, { row, film, handed }: Handed): Promise<StoredBlob> {
  const { id, importId } = row;
  const { content, sizeBytes } = await media.sniff(handed);
  if (content === null || (content === "zip") !== (importId !== null)) throw new AppError("unsupported-file-type");
  if (content === "image" && sizeBytes > imageMaxBytes) throw new AppError("file-too-large");
  const contentType = content === "zip" ? { contentType: "application/zip" } : {};
  const known = film && content === "video" ? { inspected: film.inspection } : {};
  const options = { ...contentType, ...known, sha256: await store.digestOf(id, sizeBytes) };
  return "path" in handed ? media.adoptFile(handed.path, options) : media.adoptObject(handed, options);
}

/** Completes the item or import of an upload with its stored bytes, in one transaction. */
async function complete(
  context: UploadsContext,
  store: Staging,
  { row, film, stored }: Omit<Handed, "handed"> & { stored: StoredBlob },
): Promise<void> {
  const { media, items, transfers, db, ports, requests } = context;
  const { itemId, importId, requestId } = row;
  let arrived: Awaited<ReturnType<Requests["arrive"]>> = [];
  const finishItem = async (id: string): Promise<(tx: Executor) => Promise<boolean>> => {
    const inspected = stored.mimeType.startsWith("video/")
      ? ({ type: "video", ...(await media.inspectVideo(stored.storageKey)) } as const)
      : ({ type: "image", ...(await media.inspectImage(stored.storageKey)) } as const);
    const about = { recordingFacts: film?.facts ?? null, ownerId: row.userId };
    return async (tx) => {
      const isThere = await items.completeUpload(tx, id, stored, inspected, about);
      const durationMs = inspected.type === "video" ? inspected.durationMs : null;
      if (isThere && requestId !== null) arrived = await requests.arrive(tx, { itemId: id, requestId, type: inspected.type, durationMs });
      return isThere;
    };
  };
  const write =
    itemId === null ? async (tx: Executor) => importId !== null && transfers.startImport(tx, importId, stored) : await finishItem(itemId);
  await db.transaction(async (tx) => {
    if (!(await write(tx))) throw new AppError("not-found");
    await store.taken(tx, row.id, stored.storageKey);
    await repo.finishUpload(tx, row.id, ports.clock.now(), expiry(context));
  });
  requests.publish(arrived);
}
