import { access, stat } from "node:fs/promises";
import { canonicalId, RECORDING_MAX_S } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { UPLOAD_RULE, uploadKey } from "../../platform/http/write-limits.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { Events } from "../../platform/events/index.ts";
import { parseUploadFields, type Items } from "../../library/items/index.ts";
import type { Media, StoredBlob } from "../../media/media/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Transfers } from "../transfers/index.ts";
import type { Draft, Outcome } from "./uploads.draft.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import { chosenIdOf, fileNameOf, isUploadId, kindOf, type Metadata, mimeTypeOf, recordingOf } from "./uploads.plan.ts";
import { createTargets } from "./uploads.targets.ts";
import { createRecordings, type Film, filmOf } from "./uploads.recordings.ts";
import * as repo from "./uploads.repo.ts";
import { assertRoomFor, type MoreData } from "./uploads.room.ts";
import { createSweeping, IDLE_MS } from "./uploads.sweeping.ts";
import type { DurableFileStore } from "./uploads.store.ts";

/** Minimum interval for extending the expiry: recordings send data every second. */
const TOUCH_MS = 10 * 60_000;

export interface UploadsDeps {
  media: Media;
  items: Items;
  shares: Pick<Shares, "ensureLink" | "slugOf" | "get">;
  transfers: Pick<Transfers, "importSpace" | "assertFillable" | "createImport" | "startImport" | "dropImport">;
  events: Pick<Events, "publish">;
  limits: Pick<RateLimits, "take">;
  states: Pick<AccountStates, "assertActive">;
}

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<Ports, "config" | "db" | "storage">,
    Pick<UploadsDeps, "limits" | "transfers" | "items" | "events" | "shares" | "media" | "states"> {
  ports: Ports;
  imageMaxBytes: number;
  targets: ReturnType<typeof createTargets>;
  recordings: ReturnType<typeof createRecordings>;
}

const expiry = ({ ports }: Context): Date => new Date(ports.clock.now().getTime() + IDLE_MS);

const maxBytesOf = ({ imageMaxBytes, config }: Context, metadata: Metadata | null): number =>
  metadata !== null && kindOf(metadata) === "image" ? imageMaxBytes : config.MAX_UPLOAD_BYTES;

/** Validates everything that is known before the first byte. `length` is null while the client does not know it. */
async function draft(context: Context, actor: UserActor, metadata: Metadata, length: number | null): Promise<Draft> {
  const { limits } = context;
  await limits.take({ key: uploadKey(actor.id), rule: UPLOAD_RULE });
  return draftOf(context, actor, metadata, length);
}

async function draftOf(context: Context, actor: UserActor, metadata: Metadata, length: number | null): Promise<Draft> {
  const { transfers, items, ports } = context;
  const kind = kindOf(metadata);
  if (kind === null) throw invalid("type", "Pictures, videos and archives can be uploaded here.", "unsupported");
  const recording = recordingOf(metadata, kind);
  const names = parseUploadFields({
    title: metadata["title"] ?? undefined,
    fullFileName: fileNameOf(metadata),
    folderId: metadata["folderId"] ?? undefined,
    pageUrl: metadata["pageUrl"] ?? undefined,
  });
  const space = canonicalId(metadata["workspaceId"] || "personal");
  const workspace = await (kind === "archive" ? transfers.importSpace(actor, space, names.folderId) : items.writableSpace(actor, space));
  if (length !== null && length > maxBytesOf(context, metadata)) throw new AppError("file-too-large");
  return {
    id: chosenIdOf(metadata) ?? ports.ids.secret(16),
    kind,
    metadata,
    actor,
    workspace,
    names,
    mimeType: mimeTypeOf(kind, names.fullFileName ?? undefined),
    sizeBytes: length ?? 0,
    recording,
    itemId: null,
    slug: null,
    importId: null,
  };
}

/** Publishes events about the created item or import. */
function notify({ events }: Context, row: { workspaceId: string; userId: string; itemId: string | null; importId: string | null }): void {
  if (row.itemId !== null) events.publish({ type: "items", workspaceId: row.workspaceId, itemIds: [row.itemId] });
  if (row.importId !== null) events.publish({ type: "transfers", userId: row.userId });
}

async function createOutcome({ transfers, items, shares }: Context, tx: Executor, draft: Draft): Promise<Outcome> {
  const { kind, actor, workspace, names, mimeType, sizeBytes, recording } = draft;
  if (kind === "archive") {
    const { folderId, fullFileName, title } = names;
    const importId = await transfers.createImport(tx, actor, { workspace, folderId, fileName: fullFileName ?? title ?? "archive.zip" });
    return { itemId: null, slug: null, importId };
  }
  const itemId = await items.createUploading(tx, actor, { workspace, type: kind, names, mimeType, sizeBytes, recording });
  const { slug } = await shares.ensureLink(tx, actor, { id: itemId, workspaceId: workspace.id });
  return { itemId, slug, importId: null };
}

/**
 * Creates the item with its link, or the import, and the upload's row.
 * @throws AppError `quota-exceeded`
 */
async function create(context: Context, draft: Draft): Promise<void> {
  const { ports, db, items } = context;
  await items.quota.assertRoom({ ownerId: draft.actor.id, workspaceId: draft.workspace.id }, Math.max(1, draft.sizeBytes));
  const row = {
    id: draft.id,
    userId: draft.actor.id,
    workspaceId: draft.workspace.id,
    recording: draft.recording !== null,
    createdAt: ports.clock.now(),
    expiresAt: expiry(context),
  };
  const outcome = await db.transaction(async (tx) => {
    const made = await createOutcome(context, tx, draft);
    await repo.insertUpload(tx, { ...row, itemId: made.itemId, importId: made.importId });
    return made;
  });
  Object.assign(draft, outcome);
  notify(context, { ...row, ...outcome });
}

/**
 * Returns the caller's own upload while they may write to its target. Uploads of other users and of deleted items do not exist.
 * @throws AppError `not-found`, `forbidden`, `unauthenticated` when the account was suspended
 */
async function own({ db, ports, targets, states }: Context, actor: Actor, id: string, { toDrop = false } = {}): Promise<repo.UploadRow> {
  await states.assertActive(actor);
  const placed = isUploadId(id) ? await repo.findPlacedUpload(db, id) : undefined;
  if (!placed || actor.kind !== "user" || placed.row.userId !== actor.id) throw new AppError("not-found");
  const { row } = placed;
  // A recording can be continued until it is ended.
  if (row.finishedAt === null && !row.recording && row.expiresAt <= ports.clock.now()) throw new AppError("not-found");
  if (!toDrop || !targets.isTheirsToDrop(placed)) await targets.assertOpen(actor, placed);
  return row;
}

/**
 * Returns the existing upload with a client-chosen id; null when the id is free. A recording whose target is closed moves to the
 * personal space when its maker requests it there.
 * @throws AppError `upload-conflict` when it belongs to another user, `not-found` or `forbidden` without write permission,
 *   `recording-ended` for a complete recording that must not be moved
 */
async function known(context: Context, locker: AdvisoryLocker, draft: Draft): Promise<repo.UploadRow | null> {
  const { db, targets } = context;
  const { actor, id } = draft;
  const placed = await repo.findPlacedUpload(db, id);
  if (!placed) return null;
  if (placed.row.userId !== actor.id) throw new AppError("upload-conflict");
  const wantsHome = draft.recording !== null && draft.workspace.id === actor.personalWorkspaceId;
  if (wantsHome && (await targets.hasLostTarget(actor, placed))) {
    await bringHome(context, locker, placed, draft);
    return (await repo.findUpload(db, id)) ?? null;
  }
  await targets.assertOpen(actor, placed).catch((error: unknown) => {
    throw wantsHome && placed.row.finishedAt !== null ? new AppError("recording-ended") : error;
  });
  return placed.row;
}

/** Creates a new item with its own link in the maker's library for a recording whose target is closed. */
async function bringHome(context: Context, locker: AdvisoryLocker, placed: repo.PlacedUpload, draft: Draft): Promise<void> {
  const { db, targets } = context;
  const { row, itemSpaceId } = placed;
  const workspaceId = draft.workspace.id;
  let itemId: string | null = null;
  const isHome = await locker.exclusively(row.id, () =>
    db.transaction((tx) =>
      targets.exchange(tx, placed, async () => {
        ({ itemId } = await createOutcome(context, tx, draft));
        return { itemId, workspaceId };
      }),
    ),
  );
  if (!isHome) return;
  notify(context, { ...row, workspaceId: itemSpaceId ?? row.workspaceId });
  notify(context, { ...row, workspaceId, itemId });
}

/**
 * Refuses data beyond the quota, beyond the maximum length of a recording or after its end.
 * @throws AppError `quota-exceeded`, `file-too-large`, `recording-ended`
 */
async function assertGoesOn(context: Context, store: DurableFileStore, row: repo.UploadRow, given: MoreData): Promise<void> {
  const { recordings } = context;
  await assertRoomFor(context.items.quota, store, row, given);
  if (!row.recording) return;
  if (row.finishedAt !== null) {
    const { size = 0 } = await store.getUpload(row.id);
    if (given.offset >= size) throw new AppError("recording-ended");
    return;
  }
  // tus reports a missing file.
  const index = given.length !== null ? null : await recordings.read(row.id, store.path(row.id)).catch(() => null);
  if (index && index.seconds > RECORDING_MAX_S) {
    throw new AppError("file-too-large", {
      message: `A recording lasts ${RECORDING_MAX_S / 3_600} hours at most. What was recorded is kept.`,
    });
  }
}

/** Returns the result of an upload for its response. */
const outcomeOf = async ({ shares }: Context, { itemId, importId }: repo.UploadRow): Promise<Outcome> => ({
  itemId,
  slug: itemId === null ? null : await shares.slugOf(itemId),
  importId,
});

/** Extends the expiry of an upload unless this was done recently. */
async function touch(context: Context, { id, expiresAt }: Pick<repo.UploadRow, "id" | "expiresAt">): Promise<void> {
  const { db } = context;
  const until = expiry(context);
  if (Math.abs(until.getTime() - expiresAt.getTime()) >= TOUCH_MS) await repo.touchUpload(db, id, until);
}

const isKnown = async ({ db }: Context, id: string): Promise<boolean> => (await repo.findUpload(db, id)) !== undefined;

const isFinished = async ({ db }: Context, id: string): Promise<boolean> => ((await repo.findUpload(db, id))?.finishedAt ?? null) !== null;

/** Deletes an upload, and its item or import unless that is complete. */
async function remove(context: Context, id: string): Promise<void> {
  const { db, items, transfers, recordings } = context;
  const removed = await db.transaction(async (tx) => {
    const row = await repo.findUpload(tx, id, true);
    if (!row) return null;
    if (row.finishedAt === null && row.itemId !== null) await items.removeItem(tx, row.itemId);
    if (row.finishedAt === null && row.importId !== null) await transfers.dropImport(tx, row.importId);
    await repo.deleteUpload(tx, id);
    return row.finishedAt === null ? row : null;
  });
  recordings.forget(id);
  if (removed) notify(context, removed);
}

/**
 * Finishes an upload with all bytes: inspects them, moves them to the storage and completes the item. Idempotent and safe for
 * concurrent calls. Invalid content deletes the item or import.
 */
async function finish(context: Context, store: DurableFileStore, locker: AdvisoryLocker, id: string): Promise<void> {
  const { db, storage, items, recordings } = context;
  await locker.exclusively(id, async () => {
    const row = await repo.findUpload(db, id);
    if (!row) throw new AppError("not-found");
    if (row.finishedAt !== null) return store.forgetBytes(id);
    try {
      const film = row.recording ? await filmed(context, id, store.path(id)) : null;
      // A remote store needs time for a long recording, which is played from the local file meanwhile.
      if (film && row.itemId !== null && storage.localPath("b") === null) await show(context, row, film);
      const stored = await takeOver(context, store, row, film);
      await complete(context, row, stored, film).catch(async (error: unknown) => {
        await items.abandon(stored);
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
async function filmed({ recordings }: Context, id: string, path: string): Promise<Film | null> {
  const index = await recordings.read(id, path);
  // Only the header has arrived, or nothing, but no segment.
  const isEmpty = index.parts.length === 0 && (index.headBytes > 0 || (await stat(path)).size === 0);
  if (isEmpty) throw new AppError("unreadable-file", { message: "Nothing was recorded." });
  return filmOf(index);
}

/** Makes an ended recording visible to everyone with its link. */
async function show(context: Context, row: repo.UploadRow, film: Film): Promise<void> {
  const { db, items } = context;
  const { itemId } = row;
  if (itemId === null) return;
  const isThere = await db.transaction((tx) => items.endRecording(tx, itemId, film.inspection, film.facts));
  if (!isThere) throw new AppError("not-found");
  notify(context, row);
}

/** Moves the file to the storage if its type is permitted. A recording with known metadata is not inspected again. */
async function takeOver(
  { media, imageMaxBytes }: Context,
  store: DurableFileStore,
  { id, importId }: repo.UploadRow,
  film: Film | null,
): Promise<StoredBlob> {
  const path = store.path(id);
  const [content, { size }] = await Promise.all([media.sniffFile(path), stat(path)]);
  if (content === null || (content === "zip") !== (importId !== null)) throw new AppError("unsupported-file-type");
  if (content === "image" && size > imageMaxBytes) throw new AppError("file-too-large");
  const contentType = content === "zip" ? { contentType: "application/zip" } : {};
  const known = film && content === "video" ? { inspected: film.inspection } : {};
  return media.adoptFile(await store.handOver(id), { ...contentType, ...known, sha256: await store.digestOf(id, size) });
}

async function complete(context: Context, row: repo.UploadRow, stored: StoredBlob, film: Film | null): Promise<void> {
  const { media, items, transfers, db, ports } = context;
  const { itemId, importId } = row;
  const finishItem = async (id: string): Promise<(tx: Executor) => Promise<boolean>> => {
    const inspected = stored.mimeType.startsWith("video/")
      ? ({ type: "video", ...(await media.inspectVideo(stored.storageKey)) } as const)
      : ({ type: "image", ...(await media.inspectImage(stored.storageKey)) } as const);
    return (tx) => items.completeUpload(tx, id, stored, inspected, { recordingFacts: film?.facts ?? null, ownerId: row.userId });
  };
  const write =
    itemId === null ? async (tx: Executor) => importId !== null && transfers.startImport(tx, importId, stored) : await finishItem(itemId);
  await db.transaction(async (tx) => {
    if (!(await write(tx))) throw new AppError("not-found");
    await repo.finishUpload(tx, row.id, ports.clock.now(), expiry(context));
  });
}

/** Returns whether all bytes of an upload have arrived, in the storage or locally. */
async function isComplete(store: DurableFileStore, row: repo.UploadRow): Promise<boolean> {
  const exists = await access(store.path(row.id)).then(
    () => true,
    () => false,
  );
  if (!exists) return false;
  const upload = await store.getUpload(row.id);
  return upload.size !== undefined && upload.offset === upload.size;
}

/** Completes the item of a finished transfer when the server had crashed before; runs when the client requests the offset. */
async function finishIfComplete(context: Context, store: DurableFileStore, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
  if (row.finishedAt === null && (await isComplete(store, row))) await finish(context, store, locker, row.id);
}

export function createUploadsService(ports: Ports, { media, items, shares, transfers, events, limits, states }: UploadsDeps) {
  const { db, config, storage } = ports;
  const recordings = createRecordings();
  const targets = createTargets({ items, transfers });
  const imageMaxBytes = Math.min(config.MAX_IMAGE_BYTES, config.MAX_UPLOAD_BYTES);
  const context: Context = {
    ports,
    imageMaxBytes,
    config,
    limits,
    states,
    transfers,
    items,
    events,
    shares,
    db,
    targets,
    recordings,
    storage,
    media,
  };
  const { sweep } = createSweeping(ports, {
    recordings,
    targets,
    isComplete,
    finish: finish.bind(null, context),
    expiry: expiry.bind(null, context),
    bringHome: async (locker, placed, maker, metadata) =>
      bringHome(context, locker, placed, await draftOf(context, maker, { ...metadata, workspaceId: "personal", folderId: "" }, null)),
  });
  return {
    maxBytesOf: maxBytesOf.bind(null, context),
    draft: draft.bind(null, context),
    create: create.bind(null, context),
    own: own.bind(null, context),
    known: known.bind(null, context),
    assertGoesOn: assertGoesOn.bind(null, context),
    outcomeOf: outcomeOf.bind(null, context),
    touch: touch.bind(null, context),
    isKnown: isKnown.bind(null, context),
    isFinished: isFinished.bind(null, context),
    remove: remove.bind(null, context),
    finish: finish.bind(null, context),
    isComplete,
    finishIfComplete: finishIfComplete.bind(null, context),
    sweep,
    read: recordings.read,
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
