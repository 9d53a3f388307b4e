import { createHash } from "node:crypto";
import { BOARD_ENDING, BOARD_MIME_TYPE, isUuid, type AnnotationDocument, type CaptureRecord } from "@stillreel/contract";
import type { Executor } from "../../../platform/db/client.ts";
import { transactionOn } from "../../../platform/db/transaction.ts";
import type { RenditionFacts } from "../../../platform/db/schema/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { ImageFacts } from "../../../platform/ports/images.port.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import type { UserActor } from "../../../platform/http/actor.ts";
import type { WorkspaceFacts } from "../../../access/memberships/index.ts";
import { fitsFolder, type Permission } from "../../../access/policies/items.policy.ts";
import { makeRenditions, makeVideoRenditions, type StoredBlob, type VideoInspection } from "../../../media/media/index.ts";
import { nameItem, type UploadNames } from "./items.form.ts";
import type { PresentedItem } from "../items.present.ts";
import * as repo from "../queries/items.repo.ts";
import type { ItemsDeps } from "../items.deps.ts";
import type { Quota } from "./quota.service.ts";
import { noFolder, type Reading } from "../reading.service.ts";

/** Lifetime of an `Idempotency-Key` in milliseconds. */
const IDEMPOTENCY_MS = 24 * 3_600_000;
/** Replaces a malformed folder id. No row has this id. */
const NO_FOLDER = "00000000-0000-0000-0000-000000000000";

/** Type and metadata of stored bytes, determined by their content. */
export type Inspected = ({ type: "image" } & ImageFacts) | ({ type: "video" } & VideoInspection);

/** A picture or video whose bytes are already in the store. */
export interface NewFile {
  workspace: WorkspaceFacts;
  stored: StoredBlob;
  inspected: Inspected;
  /** File name from the client, reduced to a safe base name. May be empty. */
  fileName: string;
  names: UploadNames;
  idempotencyKey: string | null;
  /** Additional data of a picture. Its bytes are in the store already. */
  details?: { original: StoredBlob | null; markers: AnnotationDocument | null; capture: CaptureRecord | null } | null;
}

/** An item whose bytes are not uploaded yet. */
export interface NewUpload {
  workspace: WorkspaceFacts;
  type: "image" | "video";
  names: UploadNames;
  /** Guessed from the name until the bytes arrive. */
  mimeType: string;
  sizeBytes: number;
  /** Set for a recording that is uploaded while it is made, and possibly watched live. Null for an existing file. */
  recording?: { live: boolean } | null;
}

/** Delay of a recording's jobs after its end, in milliseconds. */
const AFTER_RECORDING_MS = 1_000;
const jobOf = (type: "image" | "video") => (type === "video" ? makeVideoRenditions : makeRenditions);
const factsOf = (inspected: Inspected) => ({
  mimeType: inspected.mimeType,
  width: inspected.width,
  height: inspected.height,
  durationMs: inspected.type === "video" ? inspected.durationMs : null,
  videoFacts: inspected.type === "video" ? inspected.videoFacts : null,
});

const blobOf = ({ id, storageKey, sha256, sizeBytes }: StoredBlob) => ({
  id,
  storageKey,
  sha256: Buffer.from(sha256, "hex"),
  sizeBytes,
});

/** Returns null for pictures without additional data, which are the majority. */
function detailsOf(given: NewFile["details"]): repo.NewFileRow["details"] {
  if (!given || (given.original === null && given.markers === null && given.capture === null)) return null;
  const { original } = given;
  return { ...given, original: original && { ...blobOf(original), mimeType: original.mimeType } };
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<ItemsDeps, "search" | "memberships" | "rights" | "events" | "media"> {
  ports: Ports;
  reading: Reading;
  quota: Quota;
}

/**
 * Returns the name for old clients. With an idempotency key it is derived from user and key, so a repeat matches the
 * first row.
 */
const refNameFor = ({ ports }: Context, actor: UserActor, key: string | null): string =>
  key === null ? ports.ids.secret(12) : `k-${createHash("sha256").update(`${actor.id}\n${key}`).digest("base64url").slice(0, 32)}`;

function rowOf(context: Context, actor: UserActor, given: NewFile): repo.NewFileRow {
  const { ports, search } = context;
  const { workspace, stored, inspected } = given;
  const { folderId, pageUrl } = given.names;
  const now = ports.clock.now();
  const named = nameItem(given.names, given.fileName, inspected.mimeType, now);
  return {
    id: ports.ids.id(),
    workspaceId: workspace.id,
    folderId: folderId !== null && !isUuid(folderId) ? NO_FOLDER : folderId,
    type: inspected.type,
    ownerId: actor.id,
    ...named,
    refName: refNameFor(context, actor, given.idempotencyKey),
    ...factsOf(inspected),
    pageUrl,
    createdAt: now,
    blob: blobOf(stored),
    details: detailsOf(given.details),
    words: search.lexemesOf({ workspaceId: workspace.id, title: named.title, pageUrl, description: "", chapters: [] }),
  };
}

/**
 * Returns the caller's permission at the target after the upload. The upload may take long, so team rights are read
 * again.
 * @throws AppError `validation-failed` on `folderId` for a folder that the caller cannot see, `forbidden` without
 * write permission
 */
async function permissionAt(
  { memberships, rights, ports }: Context,
  actor: UserActor,
  { workspace: begun, names: { folderId } }: NewFile,
): Promise<Permission> {
  const workspace = begun.kind === "team" ? await memberships.resolve(actor, begun.id) : begun;
  const permission = (await rights.of(actor, workspace)).onFolder(folderId);
  if (permission.write) return permission;
  if (folderId === null) throw new AppError("forbidden");
  const folder = permission.read && isUuid(folderId) ? await repo.findFolder(ports.pool, folderId) : undefined;
  throw folder?.workspaceId === workspace.id ? new AppError("forbidden") : noFolder("folderId");
}

/** Inserts the item if its owner has room for it. @throws AppError `quota-exceeded` */
async function fileWithin({ ports, quota }: Context, row: repo.NewFileRow, job: ReturnType<typeof jobOf>): Promise<repo.Filed> {
  if (!(await quota.isLimited(row.ownerId))) return repo.fileItem(ports.pool, row, job);
  return transactionOn(ports.pool, async (client, tx) => {
    await quota.claim(tx, row, row.blob.sizeBytes + (row.details?.original?.sizeBytes ?? 0));
    return repo.fileItem(client, row, job);
  });
}

/**
 * Creates the item of a stored picture or video. Row, blob reference, search entry and rendition job are written in
 * one transaction. The caller abandons the bytes when this throws or returns `created: false` (a repeat of an earlier
 * request).
 */
async function createFile(context: Context, actor: UserActor, given: NewFile): Promise<{ item: PresentedItem; created: boolean }> {
  const { ports, reading, search, events } = context;
  const { workspace } = given;
  const permission = await permissionAt(context, actor, given);
  const row = rowOf(context, actor, given);
  const job = jobOf(row.type);
  const earlierId = async (): Promise<string | undefined> => {
    const earlier = await repo.findByRefName(ports.db, workspace.id, row.refName);
    return earlier && row.createdAt.getTime() - earlier.createdAt.getTime() < IDEMPOTENCY_MS ? earlier.id : undefined;
  };
  // A repeat adds no bytes, so that the quota cannot refuse it.
  const known = given.idempotencyKey !== null && (await context.quota.isLimited(actor.id)) ? await earlierId() : undefined;
  if (known !== undefined) return { item: await reading.one(actor, known), created: false };
  let filed = await fileWithin(context, row, job);
  if (filed.outcome === "name-taken") {
    const earlier = await earlierId();
    if (earlier !== undefined) return { item: await reading.one(actor, earlier), created: false };
    row.refName = refNameFor(context, actor, null);
    filed = await fileWithin(context, row, job);
  }
  if (filed.outcome === "no-folder") throw noFolder("folderId");
  if (filed.outcome !== "filed") throw new AppError("internal");
  search.learnWords(workspace.id, [row.title]);
  events.publish({ type: "items", workspaceId: workspace.id, itemIds: [row.id] });
  const [item] = reading.present(actor, [repo.itemRowOf(row, filed)], () => ({ permission, seesFolder: true }));
  if (!item) throw new AppError("internal");
  return { item: reading.detailed(actor, item, row.details ?? undefined), created: true };
}

/**
 * Deletes the bytes of an item that was not created. After a lost connection the result of the commit is unknown:
 * bytes that a row references, or may reference, stay. The nightly sweep deletes unreferenced ones.
 */
async function abandon({ ports, media }: Context, stored: StoredBlob): Promise<void> {
  const known = await repo.isBlobKnown(ports.db, stored.id).catch(() => true);
  if (!known) await media.discard(stored);
}

/**
 * Creates an item whose bytes arrive later (stage `uploading` or `recording`), in the caller's transaction. Returns
 * its id.
 * Its announced size counts for the owner's quota immediately.
 * @throws AppError `validation-failed` on `folderId`, `forbidden`, `quota-exceeded`
 */
async function createUploading(context: Context, tx: Executor, actor: UserActor, given: NewUpload): Promise<string> {
  const { ports, rights, reading, search, quota } = context;
  await quota.claim(tx, { ownerId: actor.id, workspaceId: given.workspace.id }, given.sizeBytes);
  const now = ports.clock.now();
  const id = ports.ids.id();
  const { folderId, pageUrl } = given.names;
  const named = nameItem(given.names, "", given.mimeType, now);
  const target = { workspaceId: given.workspace.id, folderId, rights: await rights.of(actor, given.workspace) };
  await reading.assertTarget(tx, target, given.type, "folderId");
  const inserted = await repo.insertItem(tx, {
    id,
    workspaceId: given.workspace.id,
    folderId,
    type: given.type,
    ownerId: actor.id,
    ...named,
    refName: refNameFor(context, actor, null),
    stage: given.recording ? "recording" : "uploading",
    live: given.recording?.live ?? false,
    mimeType: given.mimeType,
    sizeBytes: given.sizeBytes,
    pageUrl,
    createdAt: now,
    updatedAt: now,
  });
  if (!inserted) throw new AppError("internal");
  await search.indexItem(tx, {
    id,
    workspaceId: given.workspace.id,
    title: named.title,
    pageUrl,
    description: "",
    chapters: [],
    createdAt: now,
  });
  return id;
}

/**
 * Marks a recording as ended and playable in its present place, before the store takes it over. False if it was
 * deleted.
 */
async function endRecording(
  { ports }: Context,
  tx: Executor,
  itemId: string,
  inspected: VideoInspection,
  recordingFacts: RenditionFacts,
): Promise<boolean> {
  const { mimeType, width, height, durationMs, videoFacts } = inspected;
  const change = { mimeType, width, height, durationMs, videoFacts, recordingFacts };
  return repo.updateItem(tx, itemId, { ...change, stage: "processing", live: false, updatedAt: ports.clock.now() });
}

/**
 * Completes an item whose bytes have arrived. The content decides the type: a video that was announced as a picture
 * becomes a video, in its folder if that accepts videos, else at the root. Returns false when the item was deleted.
 * A file that is larger than announced must fit into the owner's quota; a recording is preserved in any case.
 * @param about segment positions of a recording, and the owner if known, which saves a query for owners without a quota
 */
async function completeUpload(
  { media, ports, quota }: Context,
  tx: Executor,
  itemId: string,
  stored: StoredBlob,
  inspected: Inspected,
  about: { recordingFacts?: RenditionFacts | null; ownerId?: string } = {},
): Promise<boolean> {
  const { recordingFacts = null, ownerId } = about;
  const mayBeLimited = recordingFacts === null && (ownerId === undefined || (await quota.isLimited(ownerId, tx)));
  const announced = mayBeLimited ? await repo.findAnnounced(tx, itemId) : undefined;
  if (announced?.ownerId) await quota.claim(tx, { ...announced, ownerId: announced.ownerId }, stored.sizeBytes - announced.sizeBytes);
  const item = await repo.lockUploaded(tx, itemId);
  if (!item) return false;
  await media.insertBlob(tx, { ...stored, mimeType: inspected.mimeType });
  const misplaced = item.folderKind !== null && !fitsFolder(item.folderKind, inspected.type);
  await repo.updateItem(tx, itemId, {
    type: inspected.type,
    stage: "processing",
    blobId: stored.id,
    sizeBytes: stored.sizeBytes,
    ...factsOf(inspected),
    recordingFacts,
    live: false,
    ...(misplaced ? { folderId: null } : {}),
    updatedAt: ports.clock.now(),
  });
  // Users watch a recording immediately after its end. The delay prevents its jobs from slowing this down.
  const options = recordingFacts === null ? {} : { runAt: new Date(ports.clock.now().getTime() + AFTER_RECORDING_MS) };
  await ports.jobs.enqueue(tx, jobOf(inspected.type), { itemId }, options);
  return true;
}

/** A new whiteboard. */
export interface NewBoard {
  workspace: WorkspaceFacts;
  folderId: string | null;
  title: string;
}

/**
 * Creates the item of a whiteboard in the caller's transaction. Returns its id.
 * @throws AppError `validation-failed` on `folderId`, `forbidden`
 */
async function createBoard(context: Context, tx: Executor, actor: UserActor, given: NewBoard): Promise<string> {
  const { ports, rights, reading, search } = context;
  const { workspace, folderId, title } = given;
  const createdAt = ports.clock.now();
  const id = ports.ids.id();
  await reading.assertTarget(tx, { workspaceId: workspace.id, folderId, rights: await rights.of(actor, workspace) }, "board", "folderId");
  const inserted = await repo.insertItem(tx, {
    id,
    workspaceId: workspace.id,
    folderId,
    type: "board",
    ownerId: actor.id,
    title,
    fullFileName: `${title}.${BOARD_ENDING}`,
    refName: refNameFor(context, actor, null),
    stage: "ready",
    mimeType: BOARD_MIME_TYPE,
    createdAt,
    updatedAt: createdAt,
  });
  if (!inserted) throw new AppError("internal");
  await search.indexItem(tx, { id, workspaceId: workspace.id, title, pageUrl: null, description: "", chapters: [], createdAt });
  return id;
}

/** Creates the service that adds new items. */
export function createFiling(ports: Ports, { memberships, rights, media, search, events }: ItemsDeps, reading: Reading, quota: Quota) {
  const context: Context = { ports, search, memberships, rights, reading, events, media, quota };
  return {
    createFile: createFile.bind(null, context),
    abandon: abandon.bind(null, context),
    createUploading: createUploading.bind(null, context),
    createBoard: createBoard.bind(null, context),
    endRecording: endRecording.bind(null, context),
    completeUpload: completeUpload.bind(null, context),
  };
}
