import type { AnnotationDocument } from "@stillreel/contract";
import type { Executor } from "../../../platform/db/client.ts";
import { AppError, invalid } from "../../../platform/http/app-error.ts";
import type { ImageFacts } from "../../../platform/ports/images.port.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import { StorageError } from "../../../platform/ports/storage.port.ts";
import { authorize } from "../../../access/policies/authorize.ts";
import type { UserActor } from "../../../platform/http/actor.ts";
import type { WorkspaceFacts } from "../../../access/memberships/index.ts";
import { makeRenditions, type StoredBlob } from "../../../media/media/index.ts";
import { fileNameFor, type Replacement } from "../filing/items.form.ts";
import type { PresentedItem } from "../items.present.ts";
import * as repo from "../queries/items.repo.ts";
import * as pictures from "../queries/pictures.repo.ts";
import { accessScopeOf } from "../queries/access-scope.plan.ts";
import type { ItemsDeps } from "../items.deps.ts";
import type { Quota } from "../filing/quota.service.ts";
import type { Reading } from "../reading.service.ts";

/** Maximum attempts of a change that conflicts with a concurrent change. */
const TRIES = 5;

/** Requested change of a picture's original and markers. Undefined leaves them unchanged. */
export interface DetailsChange {
  originalImage?: string | null | undefined;
  markers?: AnnotationDocument | null | undefined;
}

/** A picture that replaces another one. */
interface NewPicture {
  blobId: string;
  sizeBytes: number;
  facts: ImageFacts;
}

/** A change within its transaction. `kept` is the original to store, if required. Returns the released blobs. */
type Change = (tx: Executor, item: pictures.Picture, retained: StoredBlob | null) => Promise<string[]>;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Ports, "db" | "clock">, Pick<ItemsDeps, "media" | "audit" | "events" | "rights"> {
  ports: Ports;
  reading: Reading;
  quota: Quota;
}

/** Deletes an object without a row. If it is uncertain whether a row references it, the nightly sweep decides. */
async function giveBack({ db, media }: Context, blob: StoredBlob): Promise<void> {
  const known = await repo.isBlobKnown(db, blob.id).catch(() => true);
  if (!known) await media.discard(blob);
}

/** Copies the current picture as its original. Returns null when one is stored, or when the bytes were just deleted. */
async function spareOf({ db, media }: Context, itemId: string): Promise<{ of: string; blob: StoredBlob } | null> {
  const today = await pictures.findPicture(db, itemId);
  if (!today?.blob || today.original) return null;
  try {
    return { of: today.blob.id, blob: await media.copyBlob(today.blob) };
  } catch (error) {
    if (error instanceof StorageError && error.code === "not-found") return null;
    throw error;
  }
}

/** Checks the quota of a picture's owner for a change. @throws AppError `quota-exceeded` */
async function claimGrowth({ quota }: Context, tx: Executor, itemId: string, bytes: number): Promise<void> {
  const found = bytes > 0 ? await repo.findAnnounced(tx, itemId) : undefined;
  if (found?.ownerId) await quota.claim(tx, { ...found, ownerId: found.ownerId }, bytes);
}

/**
 * Runs a change of a locked picture. It is retried when the picture was replaced while its original was copied. Released
 * bytes are deleted when this resolves.
 * @param first runs before the picture is locked, because folders are always locked before items
 * @param growthBytes bytes that the change itself adds to the quota of the picture's owner
 */
async function changing(
  context: Context,
  itemId: string,
  keepsOriginal: boolean,
  change: Change,
  { first, growthBytes = 0 }: { first?: ((tx: Executor) => Promise<void>) | undefined; growthBytes?: number } = {},
): Promise<void> {
  const { db, media } = context;
  const stale = new AppError("edit-conflict");
  for (let tries = 0; tries < TRIES; tries += 1) {
    const spare = keepsOriginal ? await spareOf(context, itemId) : null;
    try {
      const { released, isSpareUsed } = await db.transaction(async (tx) => {
        await claimGrowth(context, tx, itemId, growthBytes + (spare?.blob.sizeBytes ?? 0));
        await first?.(tx);
        const item = await pictures.lockPicture(tx, itemId);
        if (!item) throw new AppError("not-found");
        const isNeeded = keepsOriginal && item.original === null && item.blob !== null;
        if (isNeeded && spare?.of !== item.blob?.id) throw stale;
        return { released: await change(tx, item, isNeeded && spare ? spare.blob : null), isSpareUsed: isNeeded };
      });
      if (spare && !isSpareUsed) await media.discard(spare.blob);
      return await media.retire(released);
    } catch (error) {
      if (spare) await giveBack(context, spare.blob);
      if (error !== stale) throw error;
    }
  }
  throw stale;
}

/** Replaces the displayed picture. All renditions are deleted and created again. Returns the old blobs. */
async function show(
  { clock, ports }: Context,
  tx: Executor,
  item: pictures.Picture,
  { blobId, sizeBytes, facts }: NewPicture,
  annotated: boolean,
): Promise<string[]> {
  const derived = await pictures.deleteRenditions(tx, item.id);
  await repo.updateItem(tx, item.id, {
    blobId,
    sizeBytes,
    ...facts,
    fullFileName: fileNameFor(item.fullFileName, facts.mimeType),
    stage: "processing",
    failure: null,
    placeholder: null,
    thumbnailSmallKey: null,
    thumbnailLargeKey: null,
    previewKey: null,
    annotated,
    pictureVersion: item.pictureVersion + 1,
    updatedAt: clock.now(),
  });
  await ports.jobs.enqueue(tx, makeRenditions, { itemId: item.id });
  return item.blob ? [...derived, item.blob.id] : derived;
}

/** Returns the live picture with an id in this workspace if the caller may change it. */
async function target(
  { reading }: Context,
  actor: UserActor,
  workspace: WorkspaceFacts,
  itemId: string | undefined,
): Promise<repo.ItemRow> {
  if (itemId === undefined) throw new AppError("not-found");
  const { row, facts } = await reading.readable(actor, itemId);
  if (row.workspace_id !== workspace.id || row.type !== "image" || facts.trashed) throw new AppError("not-found");
  authorize(actor, "item.write", facts);
  return row;
}

const byRefName = async (context: Context, actor: UserActor, workspace: WorkspaceFacts, refName: string): Promise<repo.ItemRow> =>
  target(context, actor, workspace, (await repo.findByRefName(context.db, workspace.id, refName))?.id);

/**
 * Returns the id of the item whose picture can be replaced at present.
 * @throws AppError `not-found`, `forbidden`, `validation-failed` on `location`, `edit-conflict`
 */
async function replaceable(context: Context, actor: UserActor, workspace: WorkspaceFacts, given: Replacement): Promise<string> {
  const row = await byRefName(context, actor, workspace, given.refName);
  if (given.location !== undefined && given.location !== row.folder_id)
    throw invalid("location", "We could not find that folder.", "not-found");
  if (given.baseVersion !== null && given.baseVersion !== row.picture_version) throw new AppError("edit-conflict");
  return row.id;
}

/** Returns the change that {@link replace} applies in its transaction. */
function replacing(
  context: Context,
  actor: UserActor,
  workspace: WorkspaceFacts,
  given: Replacement,
  { stored, facts }: { stored: StoredBlob; facts: ImageFacts },
  ip: string,
): Change {
  const { media, clock, audit } = context;
  return async (tx, item, retained) => {
    if (item.workspaceId !== workspace.id || item.type !== "image" || item.trashed) throw new AppError("not-found");
    if (item.blob === null) throw invalid("refName", "The file has not arrived yet.");
    if (given.baseVersion !== null && given.baseVersion !== item.pictureVersion) throw new AppError("edit-conflict");
    const removesOriginal = given.keepOriginal === false;
    const original = removesOriginal ? null : (item.original ?? retained);
    await media.insertBlob(tx, { ...stored, mimeType: facts.mimeType });
    if (retained) await media.insertBlob(tx, retained);
    // Without an original the markers belong to the picture itself, so those of the previous picture no longer fit.
    const markers = removesOriginal ? null : original ? given.markers : (given.markers ?? null);
    const at = clock.now();
    await pictures.writeDetails(tx, item.id, { originalBlobId: original?.id ?? null, ...(markers === undefined ? {} : { markers }) }, at);
    if (!original) await pictures.forgetSensitive(tx, item.id);
    const shown = await show(context, tx, item, { blobId: stored.id, sizeBytes: stored.sizeBytes, facts }, original !== null);
    await audit.record(tx, {
      action: "item.annotated",
      userId: actor.id,
      workspaceId: workspace.id,
      ip,
      details: { itemId: item.id, pictureVersion: item.pictureVersion + 1, originalKept: original !== null },
    });
    return media.releaseBlobs(tx, removesOriginal && item.original ? [...shown, item.original.id] : shown);
  };
}

/** Replaces a picture. When this throws, the caller deletes the new bytes. */
async function replace(
  context: Context,
  actor: UserActor,
  workspace: WorkspaceFacts,
  given: Replacement,
  picture: { stored: StoredBlob; facts: ImageFacts },
  ip: string,
): Promise<PresentedItem> {
  const { events, reading } = context;
  const itemId = await replaceable(context, actor, workspace, given);
  const { sizeBytes = 0 } = (await repo.findAnnounced(context.db, itemId)) ?? {};
  const growthBytes = picture.stored.sizeBytes - sizeBytes;
  await changing(context, itemId, given.keepOriginal === true, replacing(context, actor, workspace, given, picture, ip), { growthBytes });
  events.publish({ type: "items", workspaceId: workspace.id, itemIds: [itemId] });
  return reading.one(actor, itemId);
}

/** Changes original and markers of a locked picture without its pixels. Returns the released blobs. */
async function applyDetails(
  { media, clock }: Context,
  tx: Executor,
  item: pictures.Picture,
  retained: StoredBlob | null,
  details: DetailsChange,
): Promise<string[]> {
  const removesOriginal = details.originalImage === null && item.original !== null;
  if (retained) await media.insertBlob(tx, retained);
  await pictures.writeDetails(
    tx,
    item.id,
    {
      ...(removesOriginal ? { originalBlobId: null, markers: null } : {}),
      ...(retained ? { originalBlobId: retained.id } : {}),
      ...(details.markers === undefined ? {} : { markers: details.markers }),
    },
    clock.now(),
  );
  if (removesOriginal) await pictures.forgetSensitive(tx, item.id);
  await repo.updateItem(tx, item.id, { ...(retained || removesOriginal ? { annotated: !removesOriginal } : {}), updatedAt: clock.now() });
  return removesOriginal && item.original ? media.releaseBlobs(tx, [item.original.id]) : [];
}

/** Changes original and markers of the caller's item and runs `first`, in one transaction. */
async function changeDetails(
  context: Context,
  itemId: string,
  details: DetailsChange,
  first?: (tx: Executor) => Promise<void>,
): Promise<void> {
  const keepsOriginal = typeof details.originalImage === "string";
  const change: Change = async (tx, item, retained) => {
    if (item.type !== "image") throw invalid(keepsOriginal ? "originalImage" : "markers", "Only pictures can be drawn over.");
    if (keepsOriginal && item.blob === null) throw invalid("originalImage", "The file has not arrived yet.");
    return applyDetails(context, tx, item, retained, details);
  };
  await changing(context, itemId, keepsOriginal, change, { first });
}

/** Returns the newest picture with this file name that the caller may read. */
async function newestOf(
  { rights, ports }: Context,
  actor: UserActor,
  workspace: WorkspaceFacts,
  fullFileName: string,
): Promise<string | undefined> {
  const accessScope = accessScopeOf(workspace.id, await rights.of(actor, workspace), "read");
  return pictures.findByFileName(ports.pool, workspace.id, fullFileName, accessScope);
}

/** Stores the current picture as the original, once. Returns its signed URL. */
async function saveOriginal(context: Context, actor: UserActor, workspaceRef: string, name: string): Promise<{ originalImage: string }> {
  const { reading, ports, events } = context;
  const workspace = await reading.writableSpace(actor, workspaceRef);
  const named = await byRefName(context, actor, workspace, name).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
  const row = named ?? (await target(context, actor, workspace, await newestOf(context, actor, workspace, name)));
  if (!(await pictures.findDetails(ports.pool, row.id))?.original) {
    await changeDetails(context, row.id, { originalImage: row.ref_name });
    events.publish({ type: "items", workspaceId: workspace.id, itemIds: [row.id] });
  }
  const { originalImage } = await reading.one(actor, row.id);
  if (!originalImage) throw new AppError("not-found");
  return { originalImage };
}

/** Restores the original and deletes the annotations. */
async function revert(context: Context, actor: UserActor, itemId: string, ip: string): Promise<PresentedItem> {
  const { reading, db, media, clock, audit, events } = context;
  const { facts } = await reading.readable(actor, itemId);
  authorize(actor, "item.write", facts);
  if (facts.trashed) throw new AppError("not-found");
  for (let tries = 0; tries < TRIES; tries += 1) {
    const original = (await pictures.findPicture(db, itemId))?.original;
    if (!original) throw new AppError("no-original");
    const inspected = await media.inspectImage(original.storageKey);
    let isReverted = false;
    await changing(context, itemId, false, async (tx, item) => {
      if (item.trashed || item.workspaceId !== facts.workspaceId) throw new AppError("not-found");
      if (item.original === null) throw new AppError("no-original");
      if (item.original.id !== original.id) return [];
      isReverted = true;
      await pictures.writeDetails(tx, itemId, { originalBlobId: null, markers: null }, clock.now());
      const shown = await show(context, tx, item, { blobId: original.id, sizeBytes: original.sizeBytes, facts: inspected }, false);
      const details = { itemId, title: facts.title };
      await audit.record(tx, { action: "item.reverted", userId: actor.id, workspaceId: facts.workspaceId, ip, details });
      return media.releaseBlobs(tx, shown);
    });
    if (!isReverted) continue;
    events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [itemId] });
    return reading.one(actor, itemId);
  }
  throw new AppError("edit-conflict");
}

/**
 * Creates the service that changes pictures. Annotated pictures replace existing ones behind the same link, and the
 * original stays available to users with write permission. The change invalidates all URLs that readers received
 * before. The original is always a separate object and never the one that was displayed.
 */
export function createPictures(ports: Ports, { rights, media, events, audit }: ItemsDeps, reading: Reading, quota: Quota) {
  const { db, clock } = ports;
  const context: Context = { db, media, clock, ports, reading, audit, events, rights, quota };
  return {
    replaceable: replaceable.bind(null, context),
    replace: replace.bind(null, context),
    changeDetails: changeDetails.bind(null, context),
    saveOriginal: saveOriginal.bind(null, context),
    revert: revert.bind(null, context),
  };
}

export type Pictures = ReturnType<typeof createPictures>;
