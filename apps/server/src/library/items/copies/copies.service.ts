import type { ItemType } from "@stillreel/contract";
import type { Executor } from "../../../platform/db/client.ts";
import { AppError, invalid } from "../../../platform/http/app-error.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import { authorize } from "../../../access/policies/authorize.ts";
import type { UserActor } from "../../../platform/http/actor.ts";
import { folderRef } from "../../../platform/http/folder-ref.ts";
import { canWrite } from "../../../access/policies/items.policy.ts";
import { makeRenditions, makeVideoExtras, makeVideoRenditions } from "../../../media/media/index.ts";
import { copyTitles } from "./copies.plan.ts";
import * as copies from "../queries/copies.repo.ts";
import type { PresentedItem } from "../items.present.ts";
import * as repo from "../queries/items.repo.ts";
import type { ItemsDeps } from "../items.deps.ts";
import type { Quota } from "../filing/quota.service.ts";
import type { FoundItem, Reading, Target } from "../reading.service.ts";

/** Number of titles tested per query, and in total. */
const TITLES_AT_ONCE = 50;
const TITLES_MAX = 1_000;
/** Maximum attempts of a move that conflicts with a concurrent move. */
const MOVE_TRIES = 5;

/** Target of a copy or move. Default: the item's own workspace and folder, or the root of the given workspace. */
export interface Destination {
  workspaceId?: string | undefined;
  folderId?: string | null | undefined;
}

/** Resolved target of an item. `stays`: its own workspace and folder, because the request names no target. */
type CopyTarget = Target & { stays: boolean };

/** The ports and services that the functions of this file use. */
interface Context extends Pick<ItemsDeps, "rights" | "search" | "events" | "audit"> {
  reading: Reading;
  ports: Ports;
  quota: Quota;
}

/** Writes the search entry of an item that was inserted or moved in this transaction. */
async function index({ search }: Context, tx: Executor, itemId: string): Promise<void> {
  const findable = await repo.findFindable(tx, itemId);
  if (findable) await search.indexItem(tx, findable);
}

/** Resolves the target workspace and folder, which the caller may write to. The folder is checked in the transaction. */
async function destination(
  { reading, rights }: Context,
  actor: UserActor,
  row: Pick<repo.ItemRow, "workspace_id" | "folder_id">,
  to: Destination,
): Promise<CopyTarget> {
  const space = await reading.writableSpace(actor, to.workspaceId ?? row.workspace_id);
  const stays = space.id === row.workspace_id && to.folderId === undefined;
  return {
    workspaceId: space.id,
    folderId: stays ? row.folder_id : folderRef(to.folderId),
    rights: await rights.of(actor, space),
    stays,
  };
}

/** Returns a title that is not used in the target, the original one if possible. */
async function freeTitle(tx: Executor, containerId: string, type: ItemType, title: string): Promise<string> {
  for (let from = 2; from < TITLES_MAX; from += TITLES_AT_ONCE) {
    const wanted = copyTitles(title, from, from + TITLES_AT_ONCE - 1);
    const taken = await copies.takenTitles(tx, containerId, type, wanted);
    const free = wanted.find((each) => !taken.has(each));
    if (free !== undefined) return free;
  }
  return title;
}

/** @param facts of the source. A caller with only read permission gets a copy without the original below the annotations */
async function copyRow(context: Context, actor: UserActor, { row, facts }: FoundItem, to: Destination): Promise<PresentedItem> {
  const { ports, reading, search, events, quota } = context;
  const withOriginal = canWrite(actor, facts).ok;
  const target = await destination(context, actor, row, to);
  const { workspaceId, folderId } = target;
  // The request names no folder, so this is not a validation error: the caller may not write to the item's folder.
  if (target.stays && !target.rights.onFolder(folderId).write) throw new AppError("forbidden");
  const id = ports.ids.id();
  const at = ports.clock.now();
  await ports.db.transaction(async (tx) => {
    if (await quota.isLimited(actor.id, tx))
      await quota.claim(tx, { ownerId: actor.id, workspaceId }, await copies.sizeOf(tx, row.id, withOriginal));
    await reading.assertTarget(tx, target, row.type, "folderId");
    const source = await copies.lockSource(tx, row.id);
    if (!source || source.trashed) throw new AppError("not-found");
    if (source.blobId === null && row.type !== "board") throw invalid("itemId", "The file has not arrived yet.");
    const free = await freeTitle(tx, folderId ?? workspaceId, row.type, source.title);
    const refName = ports.ids.secret(12);
    const copyTarget = { workspaceId, folderId, ownerId: actor.id };
    await copies.insertCopy(tx, { id, fromId: row.id, ...copyTarget, title: free, refName, at, withOriginal });
    await index(context, tx, id);
    // The copy has no comments, but it may have a transcript.
    await search.reindexComments(tx, [id]);
    // Missing thumbnails of the source are created for the copy too.
    if (source.stage === "ready" && source.unfinished) await ports.jobs.enqueue(tx, makeVideoExtras, { itemId: id });
    if (source.stage === "processing")
      await ports.jobs.enqueue(tx, row.type === "video" ? makeVideoRenditions : makeRenditions, { itemId: id });
  });
  events.publish({ type: "items", workspaceId, itemIds: [id] });
  return reading.one(actor, id);
}

/** Copies a readable item to a writable workspace. It shares the bytes, but not the link, comments or stars. */
async function copy(context: Context, actor: UserActor, itemId: string, to: Destination): Promise<PresentedItem> {
  const { reading } = context;
  return copyRow(context, actor, await reading.readable(actor, itemId), to);
}

/** Copies an item of the caller's personal workspace to another workspace. */
async function addFromPersonal(
  context: Context,
  actor: UserActor,
  workspaceRef: string,
  type: ItemType,
  given: { itemId: string; folderId: string | undefined },
): Promise<PresentedItem> {
  const { reading } = context;
  // Non-members get this error first, for any item.
  const space = await reading.writableSpace(actor, workspaceRef);
  const source = await reading.at(actor, "personal", type, given.itemId);
  return copyRow(context, actor, source, { workspaceId: space.id, folderId: given.folderId ?? null });
}

/**
 * Moves an item. Its link, comments and stars move to another workspace with it. The caller needs write permission at
 * both ends.
 */
async function move(context: Context, actor: UserActor, itemId: string, to: Destination, ip: string): Promise<PresentedItem> {
  const { reading } = context;
  // After a conflict with another move, the item's location is read again and the move is retried.
  for (let tries = 0; tries < MOVE_TRIES; tries += 1) if (await tryMove(context, actor, itemId, to, ip)) return reading.one(actor, itemId);
  throw new AppError("move-conflict");
}

/** Tries to move an item. Returns false when it was moved concurrently. */
async function tryMove(context: Context, actor: UserActor, itemId: string, to: Destination, ip: string): Promise<boolean> {
  const { reading, ports, search, audit, events, quota } = context;
  const { row, facts } = await reading.readable(actor, itemId);
  authorize(actor, "item.write", facts);
  const target = await destination(context, actor, row, to);
  if (facts.trashed) throw new AppError("not-found");
  if (target.stays) return true;
  const { workspaceId, folderId } = target;
  const leaves = workspaceId !== facts.workspaceId;
  const at = ports.clock.now();
  const isMoved = await ports.db.transaction(async (tx) => {
    if (leaves) await quota.claimSpace(tx, workspaceId, Number(row.size_bytes));
    await reading.assertTarget(tx, target, row.type, "folderId");
    const item = await copies.lockMoving(tx, itemId, facts.workspaceId);
    if (!item) return false;
    if (!leaves && item.folderId === folderId) return true;
    // Another user moved the item, so the caller's permissions there must be checked again.
    if (item.folderId !== row.folder_id) return false;
    const taken = leaves && (await repo.findByRefName(tx, workspaceId, item.refName)) !== undefined;
    const refName = taken ? ports.ids.secret(12) : item.refName;
    await repo.updateItem(tx, itemId, { workspaceId, folderId, refName, updatedAt: at });
    if (!leaves) return true;
    await copies.followItem(tx, itemId, workspaceId);
    await index(context, tx, itemId);
    await search.reindexComments(tx, [itemId]);
    const details = { itemId, title: row.title, from: facts.workspaceId, to: workspaceId };
    for (const end of [facts.workspaceId, workspaceId])
      await audit.record(tx, { action: "item.moved", userId: actor.id, workspaceId: end, ip, details });
    return true;
  });
  if (!isMoved) return false;
  if (leaves) events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [itemId] });
  events.publish({ type: "items", workspaceId, itemIds: [itemId], hasMoved: !leaves });
  return true;
}

/** Creates the service that copies items and moves them between folders and workspaces. */
export function createCopies(ports: Ports, { rights, search, events, audit }: ItemsDeps, reading: Reading, quota: Quota) {
  const context: Context = { reading, rights, ports, search, events, audit, quota };
  return { copy: copy.bind(null, context), addFromPersonal: addFromPersonal.bind(null, context), move: move.bind(null, context) };
}
