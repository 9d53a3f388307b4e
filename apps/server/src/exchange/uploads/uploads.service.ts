import { canonicalId, RECORDING_MAX_S } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { UPLOAD_RULE, uploadKey } from "../../platform/http/write-limits.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { signedIn } from "../../platform/http/implement.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { parseUploadFields } from "../../library/items/index.ts";
import type { Draft, Outcome } from "./uploads.draft.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import { chosenIdOf, fileNameOf, isUploadId, kindOf, type Metadata, mimeTypeOf, recordingOf } from "./uploads.plan.ts";
import { createTargets } from "./uploads.targets.ts";
import { createRecordings } from "./uploads.recordings.ts";
import * as repo from "./uploads.repo.ts";
import { assertRoomFor, type MoreData } from "./uploads.room.ts";
import { createSweeping } from "./uploads.sweeping.ts";
import type { Staging } from "./staging/staging.ts";
import { expiry, notify, type UploadsContext, type UploadsDeps } from "./uploads.context.ts";
import { finish } from "./uploads.finishing.ts";
import { asRefusal, createVisitors, isOfRequest } from "./uploads.visitors.ts";

/** Minimum interval for extending the expiry: recordings send data every second. */
const TOUCH_MS = 10 * 60_000;

const maxBytesOf = ({ imageMaxBytes, config }: UploadsContext, metadata: Metadata | null): number =>
  metadata !== null && kindOf(metadata) === "image" ? imageMaxBytes : config.MAX_UPLOAD_BYTES;

/** Validates everything that is known before the first byte. `length` is null while the client does not know it. */
async function draft(context: UploadsContext, actor: UserActor, metadata: Metadata, length: number | null): Promise<Draft> {
  const { limits } = context;
  await limits.take({ key: uploadKey(actor.id), rule: UPLOAD_RULE });
  return draftOf(context, actor, metadata, length);
}

async function draftOf(context: UploadsContext, actor: UserActor, metadata: Metadata, length: number | null): Promise<Draft> {
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
    request: null,
    itemId: null,
    slug: null,
    importId: null,
  };
}

async function createOutcome({ transfers, items, shares, requests }: UploadsContext, tx: Executor, draft: Draft): Promise<Outcome> {
  const { kind, actor, workspace, names, mimeType, sizeBytes, recording, request } = draft;
  if (kind === "archive") {
    const { folderId, fullFileName, title } = names;
    const importId = await transfers.createImport(tx, actor, { workspace, folderId, fileName: fullFileName ?? title ?? "archive.zip" });
    return { itemId: null, slug: null, importId };
  }
  const itemId = await items.createUploading(tx, actor, { workspace, type: kind, names, mimeType, sizeBytes, recording });
  if (request !== null) {
    await requests.reserve(tx, itemId, request);
    // The asker decides whether anyone else may open it.
    return { itemId, slug: null, importId: null };
  }
  const { slug } = await shares.ensureLink(tx, actor, { id: itemId, workspaceId: workspace.id });
  return { itemId, slug, importId: null };
}

/**
 * Creates the item with its link, or the import, and the upload's row.
 * @throws AppError `quota-exceeded`
 */
async function create(context: UploadsContext, draft: Draft): Promise<void> {
  const { ports, db, items } = context;
  const requestId = draft.request?.requestId ?? null;
  await items.quota.assertRoom({ ownerId: draft.actor.id, workspaceId: draft.workspace.id }, Math.max(1, draft.sizeBytes));
  const row = {
    id: draft.id,
    userId: draft.actor.id,
    workspaceId: draft.workspace.id,
    recording: draft.recording !== null,
    requestId,
    createdAt: ports.clock.now(),
    expiresAt: expiry(context, requestId),
  };
  const made = db.transaction(async (tx) => {
    const { itemId, importId, slug } = await createOutcome(context, tx, draft);
    await repo.insertUpload(tx, { ...row, itemId, importId });
    return { itemId, importId, slug };
  });
  const outcome = await made.catch((error: unknown) => {
    throw requestId === null ? error : asRefusal(error);
  });
  Object.assign(draft, outcome);
  notify(context, { ...row, ...outcome });
}

/**
 * Returns the caller's own upload while they may write to its target. Uploads of other users and of deleted items do not exist.
 * @throws AppError `not-found`, `forbidden`, `unauthenticated` when the account was suspended
 */
async function own(context: UploadsContext, actor: Actor, id: string, { toDrop = false } = {}): Promise<repo.UploadRow> {
  const { db, ports, targets, states, visitors } = context;
  const placed = isUploadId(id) ? await repo.findPlacedUpload(db, id) : undefined;
  if (placed && placed.row.requestId !== null) return visitors.own(placed, placed.row.requestId, toDrop);
  const user = signedIn(actor);
  await states.assertActive(user);
  if (!placed || placed.row.userId !== user.id) throw new AppError("not-found");
  const { row } = placed;
  // A recording can be continued until it is ended.
  if (row.finishedAt === null && !row.recording && row.expiresAt <= ports.clock.now()) throw new AppError("not-found");
  if (!toDrop || !targets.isTheirsToDrop(placed)) await targets.assertOpen(user, placed);
  return row;
}

/**
 * Returns the existing upload with a client-chosen id; null when the id is free. A recording whose target is closed moves to the
 * personal space when its maker requests it there.
 * @throws AppError `upload-conflict` when it belongs to another user, `not-found` or `forbidden` without write permission,
 *   `recording-ended` for a complete recording that must not be moved
 */
async function known(context: UploadsContext, locker: AdvisoryLocker, draft: Draft): Promise<repo.UploadRow | null> {
  const { db, targets } = context;
  const { actor, id } = draft;
  const placed = await repo.findPlacedUpload(db, id);
  if (!placed) return null;
  if (placed.row.userId !== actor.id || !isOfRequest(placed.row, draft.request)) throw new AppError("upload-conflict");
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
async function bringHome(context: UploadsContext, locker: AdvisoryLocker, placed: repo.PlacedUpload, draft: Draft): Promise<void> {
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
async function assertGoesOn(context: UploadsContext, store: Staging, row: repo.UploadRow, given: MoreData): Promise<void> {
  const { recordings } = context;
  await assertRoomFor(context.items.quota, store, row, given);
  if (!row.recording) return;
  if (row.finishedAt !== null) {
    const { size = 0 } = await store.getUpload(row.id);
    if (given.offset >= size) throw new AppError("recording-ended");
    return;
  }
  // tus reports a missing file.
  const index = given.length !== null ? null : await recordings.read(row.id, () => store.open(row.id)).catch(() => null);
  if (index && index.seconds > RECORDING_MAX_S) {
    throw new AppError("file-too-large", {
      message: `A recording lasts ${RECORDING_MAX_S / 3_600} hours at most. The recorded part is stored.`,
    });
  }
}

/** Returns the result of an upload for its response. */
const outcomeOf = async ({ shares }: UploadsContext, { itemId, importId, requestId }: repo.UploadRow): Promise<Outcome> =>
  // Visitors receive no ids.
  requestId !== null
    ? { itemId: null, slug: null, importId: null }
    : { itemId, slug: itemId === null ? null : await shares.slugOf(itemId), importId };

/** Extends the expiry of an upload unless this was done recently. */
async function touch(
  context: UploadsContext,
  { id, expiresAt, requestId }: Pick<repo.UploadRow, "id" | "expiresAt" | "requestId">,
): Promise<void> {
  const { db } = context;
  const until = expiry(context, requestId);
  if (Math.abs(until.getTime() - expiresAt.getTime()) >= TOUCH_MS) await repo.touchUpload(db, id, until);
}

/** Returns whether an upload of a visitor was idle for too long. Its position may be used by another one. */
const isExpired = ({ ports }: UploadsContext, { requestId, finishedAt, expiresAt }: repo.UploadRow): boolean =>
  requestId !== null && finishedAt === null && expiresAt <= ports.clock.now();

const isKnown = async ({ db }: UploadsContext, id: string): Promise<boolean> => (await repo.findUpload(db, id)) !== undefined;

const isFinished = async ({ db }: UploadsContext, id: string): Promise<boolean> =>
  ((await repo.findUpload(db, id))?.finishedAt ?? null) !== null;

/** Deletes an upload, and its item or import unless that is complete. */
async function remove(context: UploadsContext, id: string): Promise<void> {
  const { db, items, transfers, recordings, requests } = context;
  const removed = await db.transaction(async (tx) => {
    const row = await repo.findUpload(tx, id, true);
    if (!row) return null;
    if (row.finishedAt === null && row.itemId !== null) {
      await items.removeItem(tx, row.itemId);
      if (row.requestId !== null) await requests.release(tx, row.itemId);
    }
    if (row.finishedAt === null && row.importId !== null) await transfers.dropImport(tx, row.importId);
    await repo.deleteUpload(tx, id);
    return row.finishedAt === null ? row : null;
  });
  recordings.forget(id);
  if (removed) notify(context, removed);
}

/** Returns whether all bytes of an upload have arrived and are not handed over yet. */
const isComplete = (store: Staging, row: repo.UploadRow): Promise<boolean> => store.isComplete(row.id);

/** Completes the item of a finished transfer when the server had crashed before; runs when the client requests the offset. */
async function finishIfComplete(context: UploadsContext, store: Staging, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
  if (row.finishedAt === null && (await isComplete(store, row))) await finish(context, store, locker, row.id);
}

export function createUploadsService(ports: Ports, { media, items, shares, transfers, requests, events, limits, states }: UploadsDeps) {
  const { db, config, storage } = ports;
  const recordings = createRecordings();
  const targets = createTargets({ items, transfers });
  const imageMaxBytes = Math.min(config.MAX_IMAGE_BYTES, config.MAX_UPLOAD_BYTES);
  const visitors = createVisitors(ports, {
    limits,
    requests,
    targets,
    draftOf: (actor, metadata, length) => draftOf(context, actor, metadata, length),
  });
  const context: UploadsContext = {
    ports,
    requests,
    visitors,
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
    expiry: () => expiry(context),
    bringHome: async (locker, placed, maker, metadata) =>
      bringHome(context, locker, placed, await draftOf(context, maker, { ...metadata, workspaceId: "personal", folderId: "" }, null)),
  });
  return {
    maxBytesOf: maxBytesOf.bind(null, context),
    draft: draft.bind(null, context),
    draftOfVisitor: visitors.draft,
    create: create.bind(null, context),
    own: own.bind(null, context),
    known: known.bind(null, context),
    assertGoesOn: assertGoesOn.bind(null, context),
    outcomeOf: outcomeOf.bind(null, context),
    touch: touch.bind(null, context),
    isKnown: isKnown.bind(null, context),
    isExpired: isExpired.bind(null, context),
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
