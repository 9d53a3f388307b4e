import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/decision.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { folderRef } from "../../platform/http/folder-ref.ts";
import { canWrite } from "../../access/policies/items.policy.ts";
import { makeRenditions, makeVideoExtras, makeVideoRenditions } from "../../media/media/index.ts";
import { copyTitles } from "./copies.plan.ts";
import * as copies from "./copies.repo.ts";
import type { PresentedItem } from "./items.present.ts";
import * as repo from "./items.repo.ts";
import type { ItemsDeps } from "./items.deps.ts";
import type { FoundItem, Reading, Target } from "./reading.service.ts";

/** Titles that are tried at a time, and at most. */
const TITLES_AT_ONCE = 50;
const TITLES_MAX = 1_000;
/** How often a move that met another one begins anew. */
const MOVE_TRIES = 5;

/** Where to: the item's own space and folder where nothing is said; another space's root where no folder is. */
export interface Destination {
  workspaceId?: string | undefined;
  folderId?: string | null | undefined;
}

/** Where an item comes to. `stays`: in its own space and folder, because nothing else was said. */
type Place = Target & { stays: boolean };

/** What is found of an item beside its title. */
const findableOf = ({ page_url: pageUrl, description, chapters }: repo.ItemRow) => ({ pageUrl, description, chapters });

/** Copying items, and moving them to other folders and spaces. */
export function createCopies(ports: Ports, { rights, search, events, audit }: ItemsDeps, reading: Reading) {
  /** The space and folder that an item is to come to, in a space that the caller may change. The folder is checked with the transaction. */
  async function destination(actor: UserActor, row: Pick<repo.ItemRow, "workspace_id" | "folder_id">, to: Destination): Promise<Place> {
    const space = await reading.writableSpace(actor, to.workspaceId ?? row.workspace_id);
    const stays = space.id === row.workspace_id && to.folderId === undefined;
    return {
      workspaceId: space.id,
      folderId: stays ? row.folder_id : folderRef(to.folderId),
      rights: await rights.of(actor, space),
      stays,
    };
  }

  /** A title that no other item there has, the same if it can be. */
  async function freeTitle(tx: Executor, containerId: string, type: "image" | "video", title: string): Promise<string> {
    for (let from = 2; from < TITLES_MAX; from += TITLES_AT_ONCE) {
      const wanted = copyTitles(title, from, from + TITLES_AT_ONCE - 1);
      const taken = await copies.takenTitles(tx, containerId, type, wanted);
      const free = wanted.find((each) => !taken.has(each));
      if (free !== undefined) return free;
    }
    return title;
  }

  /** @param facts of the source: who may only read it gets a copy of what they see, without what lies beneath */
  async function copyRow(actor: UserActor, { row, facts }: FoundItem, to: Destination): Promise<PresentedItem> {
    const withOriginal = canWrite(actor, facts).ok;
    const target = await destination(actor, row, to);
    const { workspaceId, folderId } = target;
    // They named no folder, so none can be wrong: the copy has no place beside an item that they see alone.
    if (target.stays && !target.rights.onFolder(folderId).write) throw new AppError("forbidden");
    const id = ports.ids.id();
    const at = ports.clock.now();
    await ports.db.transaction(async (tx) => {
      await reading.assertTarget(tx, target, row.type, "folderId");
      const source = await copies.lockSource(tx, row.id);
      if (!source || source.trashed) throw new AppError("not-found");
      if (source.blobId === null) throw invalid("itemId", "The file has not arrived yet.");
      const free = await freeTitle(tx, folderId ?? workspaceId, row.type, source.title);
      const refName = ports.ids.secret(12);
      const place = { workspaceId, folderId, ownerId: actor.id };
      await copies.insertCopy(tx, { id, fromId: row.id, ...place, title: free, refName, at, withOriginal });
      await search.indexItem(tx, { id, workspaceId, title: free, ...findableOf(row), createdAt: at });
      // Thumbnails that are still being made for the source are made for the copy too.
      if (source.stage === "ready" && source.unfinished) await ports.jobs.enqueue(tx, makeVideoExtras, { itemId: id });
      if (source.stage === "processing")
        await ports.jobs.enqueue(tx, row.type === "video" ? makeVideoRenditions : makeRenditions, { itemId: id });
    });
    events.publish({ type: "items", workspaceId, itemIds: [id] });
    return reading.one(actor, id);
  }

  /** A copy of an item that the caller may read, in a space that they may write to: the same bytes, no link, comments or stars. */
  async function copy(actor: UserActor, itemId: string, to: Destination): Promise<PresentedItem> {
    return copyRow(actor, await reading.readable(actor, itemId), to);
  }

  /** The same for an item of the caller's personal space. */
  async function addFromPersonal(
    actor: UserActor,
    workspaceRef: string,
    type: "image" | "video",
    given: { itemId: string; folderId: string | undefined },
  ): Promise<PresentedItem> {
    // Who is no member hears that first, whatever the item.
    const space = await reading.writableSpace(actor, workspaceRef);
    const source = await reading.at(actor, "personal", type, given.itemId);
    return copyRow(actor, source, { workspaceId: space.id, folderId: given.folderId ?? null });
  }

  /** Moves an item; to another space with its link, comments and stars. The caller may write on both ends. */
  async function move(actor: UserActor, itemId: string, to: Destination, ip: string): Promise<PresentedItem> {
    // Who meets somebody else's move looks again where the item is, and goes on from there.
    for (let tries = 0; tries < MOVE_TRIES; tries += 1) if (await tryMove(actor, itemId, to, ip)) return reading.one(actor, itemId);
    throw new AppError("move-conflict");
  }

  /** False when the item went elsewhere meanwhile. */
  async function tryMove(actor: UserActor, itemId: string, to: Destination, ip: string): Promise<boolean> {
    const { row, facts } = await reading.readable(actor, itemId);
    authorize(canWrite(actor, facts));
    const target = await destination(actor, row, to);
    if (facts.trashed) throw new AppError("not-found");
    if (target.stays) return true;
    const { workspaceId, folderId } = target;
    const leaves = workspaceId !== facts.workspaceId;
    const at = ports.clock.now();
    const isMoved = await ports.db.transaction(async (tx) => {
      await reading.assertTarget(tx, target, row.type, "folderId");
      const item = await copies.lockMoving(tx, itemId, facts.workspaceId);
      if (!item) return false;
      if (!leaves && item.folderId === folderId) return true;
      // Somebody else has put it elsewhere: what the caller may do with it there is asked anew.
      if (item.folderId !== row.folder_id) return false;
      const taken = leaves && (await repo.findByRefName(tx, workspaceId, item.refName)) !== undefined;
      const refName = taken ? ports.ids.secret(12) : item.refName;
      await repo.updateItem(tx, itemId, { workspaceId, folderId, refName, updatedAt: at });
      if (!leaves) return true;
      await copies.followItem(tx, itemId, workspaceId);
      await search.indexItem(tx, { id: itemId, workspaceId, title: row.title, ...findableOf(row), createdAt: new Date(row.created_at) });
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

  return { copy, addFromPersonal, move };
}
