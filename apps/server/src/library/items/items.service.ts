import type { ItemType, ServerArgs, updateItem } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { makeRenditions, makeVideoRenditions, RETRYABLE } from "../../media/media/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { folderRef } from "../../platform/http/folder-ref.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import * as bulk from "./queries/bulk.repo.ts";
import { createBulk } from "./bulk/bulk.service.ts";
import { createCopies } from "./copies/copies.service.ts";
import { createCounts } from "./listing/counts.service.ts";
import { createDeletion } from "./bulk/deletion.service.ts";
import { createFiling } from "./filing/filing.service.ts";
import type { PresentedItem } from "./items.present.ts";
import * as repo from "./queries/items.repo.ts";
import { createLists } from "./listing/lists.service.ts";
import { createPictures, type DetailsChange } from "./versions/pictures.service.ts";
import type { ItemsDeps } from "./items.deps.ts";
import { createQuota } from "./filing/quota.service.ts";
import { createOpenings } from "./retention/openings.ts";
import { createRetention } from "./retention/retention.service.ts";
import { createReading, type Reading } from "./reading.service.ts";

type Change = ServerArgs<typeof updateItem>["body"];

/** Returns the requested change of original and markers, or null without one. Videos never have one. */
function detailsChangeOf(type: ItemType, { originalImage, markers }: Change): DetailsChange | null {
  const isSilent = type === "image" ? originalImage === undefined && markers === undefined : !originalImage && !markers;
  return isSilent ? null : { originalImage, markers };
}

/**
 * Returns the new folder of an item, or undefined when it is not moved. Sending back the displayed folder moves
 * nothing, also when the item's real folder is hidden from the caller and the item is displayed at the root.
 */
function movedTo(parentId: Change["parentId"], from: string | null, able: SpaceRights): string | null | undefined {
  if (parentId === undefined) return undefined;
  const to = folderRef(parentId);
  return to === from || (to === null && !able.onFolder(from).read) ? undefined : to;
}

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<ItemsDeps, "rights" | "search" | "events" | "audit" | "notifier">,
    Pick<Reading, "at" | "one" | "assertTarget" | "readable"> {
  deletion: ReturnType<typeof createDeletion>;
  ports: Ports;
  pictures: ReturnType<typeof createPictures>;
}

/** Permanently deletes an item with its link. A job removes its bytes. Returns false when it did not exist. */
async function removeItem({ deletion }: Context, tx: Executor, itemId: string): Promise<boolean> {
  const { deleted } = await deletion.deleteMany(tx, [itemId]);
  return deleted.length > 0;
}

async function update(
  { at, rights, ports, one, assertTarget, search, pictures, events }: Context,
  actor: UserActor,
  workspaceRef: string,
  type: ItemType,
  itemId: string,
  change: Change,
): Promise<PresentedItem> {
  const { row, facts, workspace } = await at(actor, workspaceRef, type, itemId);
  authorize(actor, "item.write", facts);
  // The server determines the stage. A client may repeat it but not change it.
  if (change.stage !== undefined && change.stage !== row.stage)
    throw invalid("stage", "The stage follows from the upload and cannot be set.");
  const able = await rights.of(actor, workspace);
  const folderId = movedTo(change.parentId, row.folder_id, able);
  const now = ports.clock.now();
  const trashState = change.trash
    ? { trashedAt: repo.trashedAtOf(now), ...(facts.trashed ? {} : { trashedFrom: repo.folderNameOf(folderId) }) }
    : { trashedAt: null, trashedFrom: null };
  const columns = {
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.fullFileName === undefined ? {} : { fullFileName: change.fullFileName }),
    ...(change.description === undefined ? {} : { description: change.description }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(change.trash === undefined ? {} : trashState),
  };
  const details = detailsChangeOf(row.type, change);
  if (Object.keys(columns).length === 0 && !details) return one(actor, itemId);
  const apply = async (tx: Executor): Promise<void> => {
    if (folderId !== undefined) await assertTarget(tx, { workspaceId: facts.workspaceId, folderId, rights: able }, row.type, "parentId");
    if (!(await repo.updateItem(tx, itemId, { ...columns, updatedAt: now }))) throw new AppError("not-found");
    if ((change.title ?? row.title) !== row.title || (change.description ?? row.description) !== row.description) {
      const findable = await repo.findFindable(tx, itemId);
      if (findable) await search.indexItem(tx, findable);
    }
  };
  await (details ? pictures.changeDetails(itemId, details, apply) : ports.db.transaction(apply));
  events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [itemId], hasMoved: folderId !== undefined });
  return one(actor, itemId);
}

async function purge(
  context: Context,
  actor: UserActor,
  workspaceRef: string,
  type: ItemType,
  query: { itemId: string; refName: string | undefined; folderId: string | undefined },
  ip: string,
): Promise<void> {
  const { at, ports, audit, events } = context;
  const { row, facts } = await at(actor, workspaceRef, type, query.itemId);
  authorize(actor, "item.write", facts);
  if (query.refName !== undefined && query.refName !== "" && query.refName !== row.ref_name) throw new AppError("not-found");
  await ports.db.transaction(async (tx) => {
    if (!(await removeItem(context, tx, row.id))) throw new AppError("not-found");
    const details = { itemId: row.id, title: row.title };
    await audit.record(tx, { action: "item.deleted", userId: actor.id, workspaceId: facts.workspaceId, ip, details });
  });
  events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [row.id] });
}

/** Sets or removes a star on an item. Without a value it toggles the star. */
async function favorite(
  { readable, ports, events }: Context,
  actor: UserActor,
  itemId: string,
  requested: boolean | undefined,
): Promise<{ favorite: boolean }> {
  const { facts } = await readable(actor, itemId);
  const now = ports.clock.now();
  const starred = await ports.db.transaction(async (tx) => {
    const held = await bulk.lockItems(tx, facts.workspaceId, [itemId], "hold");
    if (held.length === 0) throw new AppError("not-found");
    if (requested !== false && (await bulk.star(tx, actor.id, [itemId], now)) > 0) return true;
    if (requested !== true) await bulk.unstar(tx, actor.id, [itemId]);
    return requested === true;
  });
  events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [itemId] });
  return { favorite: starred };
}

/**
 * Processes an item again that the server could not process.
 * @throws AppError `not-found`, `forbidden`, `not-retryable` when it is not failed any more, or when its file is the reason
 */
async function retry({ readable, ports, notifier, events }: Context, actor: UserActor, itemId: string): Promise<void> {
  const { row, facts } = await readable(actor, itemId);
  authorize(actor, "item.write", facts);
  const settled = await ports.db.transaction(async (tx) => {
    const begun = await repo.beginAgain(tx, itemId, RETRYABLE, ports.clock.now());
    if (!begun) throw new AppError("not-retryable");
    await ports.jobs.enqueue(tx, row.type === "video" ? makeVideoRenditions : makeRenditions, { itemId });
    const userIds = [actor.id, ...(begun.ownerId === null ? [] : [begun.ownerId])];
    return notifier.settle(tx, { kind: "job-failed", subjectId: itemId, userIds });
  });
  events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [itemId] });
  notifier.publish(settled);
}

export function createItemsService(ports: Ports, deps: ItemsDeps) {
  const { rights, audit, search, events, notifier } = deps;
  const reading = createReading(ports, deps);
  const numbers = createCounts(ports);
  const deletion = createDeletion(ports);
  const quota = createQuota(ports, deps);
  const pictures = createPictures(ports, deps, reading, quota);
  const { at, readable, one, assertTarget } = reading;
  const { run, finish } = createBulk(ports, deps, reading.writableSpace, deletion);
  const context: Context = { deletion, at, rights, ports, one, assertTarget, search, pictures, events, audit, readable, notifier };
  return {
    ...reading,
    ...createFiling(ports, deps, reading, quota),
    ...createLists(ports, deps, reading.present, numbers),
    ...createCopies(ports, deps, reading, quota),
    ...createOpenings(ports),
    quota,
    replaceable: pictures.replaceable,
    replace: pictures.replace,
    saveOriginal: pictures.saveOriginal,
    revert: pictures.revert,
    removeItem: removeItem.bind(null, context),
    update: update.bind(null, context),
    purge: purge.bind(null, context),
    favorite: favorite.bind(null, context),
    retry: retry.bind(null, context),
    /** Moves to and from the trash, deletes, moves and stars many items. */
    bulk: run,
    finishBulk: finish,
    foldCounts: numbers.fold,
    repairCounts: numbers.repair,
    purgeTrash: deletion.purgeTrash,
    retention: createRetention(ports, deps),
    removeUnreferenced: deletion.removeUnreferenced,
  };
}

export type ItemsService = ReturnType<typeof createItemsService>;
