import type { Executor } from "../../db/client.ts";
import { AppError, invalid } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import { authorize, type UserActor } from "../../policies/actor.ts";
import { canWrite, type ItemFacts } from "../../policies/items.policy.ts";
import { makeRenditions, makeVideoExtras, makeVideoRenditions } from "../media/index.ts";
import type { WorkspaceFacts } from "../workspaces/index.ts";
import { copyTitles } from "./copies.plan.ts";
import * as copies from "./copies.repo.ts";
import { folderRef } from "./items.form.ts";
import type { PresentedItem } from "./items.present.ts";
import * as repo from "./items.repo.ts";
import type { ItemsDeps, Reading } from "./reading.service.ts";

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

/** What is found of an item beside its title. */
const findableOf = ({ page_url: pageUrl, description, chapters }: repo.ItemRow) => ({ pageUrl, description, chapters });

/** Copying items, and moving them to other folders and spaces. */
export function createCopies(ports: Ports, { search, events, audit }: ItemsDeps, reading: Reading) {
  /** The space and folder that an item is to come to; the caller may write there. The folder is checked with the transaction. */
  async function destination(
    actor: UserActor,
    row: Pick<repo.ItemRow, "workspace_id" | "folder_id">,
    to: Destination,
  ): Promise<{ space: WorkspaceFacts; folderId: string | null }> {
    const space = await reading.writableSpace(actor, to.workspaceId ?? row.workspace_id);
    const stays = space.id === row.workspace_id && to.folderId === undefined;
    return { space, folderId: stays ? row.folder_id : folderRef(to.folderId) };
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
  async function copyRow(
    actor: UserActor,
    { row, facts }: { row: repo.ItemRow; facts: ItemFacts },
    to: Destination,
  ): Promise<PresentedItem> {
    const withOriginal = canWrite(actor, facts).ok;
    const { space, folderId } = await destination(actor, row, to);
    const id = ports.ids.id();
    const at = ports.clock.now();
    await ports.db.transaction(async (tx) => {
      await reading.assertFolder(tx, space.id, folderId, row.type, "folderId");
      const source = await copies.lockSource(tx, row.id);
      if (!source || source.trashed) throw new AppError("not-found");
      if (source.blobId === null) throw invalid("itemId", "The file has not arrived yet.");
      const free = await freeTitle(tx, folderId ?? space.id, row.type, source.title);
      const refName = ports.ids.secret(12);
      const place = { workspaceId: space.id, folderId, ownerId: actor.id };
      await copies.insertCopy(tx, { id, fromId: row.id, ...place, title: free, refName, at, withOriginal });
      await search.indexItem(tx, { id, workspaceId: space.id, title: free, ...findableOf(row), createdAt: at });
      // Thumbnails that are still being made for the source are made for the copy too.
      if (source.stage === "ready" && source.unfinished) await ports.jobs.enqueue(tx, makeVideoExtras, { itemId: id });
      if (source.stage === "processing")
        await ports.jobs.enqueue(tx, row.type === "video" ? makeVideoRenditions : makeRenditions, { itemId: id });
    });
    events.publish({ type: "items", workspaceId: space.id, itemIds: [id] });
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
    // Who meets somebody else's move to another space looks again where the item is, and goes on from there.
    for (let tries = 0; tries < MOVE_TRIES; tries += 1) if (await tryMove(actor, itemId, to, ip)) return reading.one(actor, itemId);
    throw new AppError("move-conflict");
  }

  /** False when the item went to another space meanwhile. */
  async function tryMove(actor: UserActor, itemId: string, to: Destination, ip: string): Promise<boolean> {
    const { row, facts } = await reading.readable(actor, itemId);
    authorize(canWrite(actor, facts));
    const { space, folderId } = await destination(actor, row, to);
    const leaves = space.id !== facts.workspaceId;
    const at = ports.clock.now();
    if (facts.trashed) throw new AppError("not-found");
    const isMoved = await ports.db.transaction(async (tx) => {
      await reading.assertFolder(tx, space.id, folderId, row.type, "folderId");
      const item = await copies.lockMoving(tx, itemId, facts.workspaceId);
      if (!item) return false;
      if (!leaves && item.folderId === folderId) return true;
      const taken = leaves && (await repo.findByRefName(tx, space.id, item.refName)) !== undefined;
      const refName = taken ? ports.ids.secret(12) : item.refName;
      await repo.updateItem(tx, itemId, { workspaceId: space.id, folderId, refName, updatedAt: at });
      if (!leaves) return true;
      await copies.followItem(tx, itemId, space.id);
      await search.indexItem(tx, {
        id: itemId,
        workspaceId: space.id,
        title: row.title,
        ...findableOf(row),
        createdAt: row.created_at,
      });
      await search.reindexComments(tx, [itemId]);
      await audit.record(tx, {
        action: "item.moved",
        userId: actor.id,
        workspaceId: facts.workspaceId,
        ip,
        details: { itemId, to: space.id },
      });
      return true;
    });
    if (!isMoved) return false;
    if (leaves) events.publish({ type: "items", workspaceId: facts.workspaceId, itemIds: [itemId] });
    events.publish({ type: "items", workspaceId: space.id, itemIds: [itemId] });
    return true;
  }

  return { copy, addFromPersonal, move };
}
