import {
  type createFolder,
  FOLDER_COLORS,
  FOLDER_DEPTH_MAX,
  folderNameKey,
  type moveItems,
  type ServerArgs,
  type updateFolder,
} from "@stillreel/contract";
import type { Executor } from "../../db/client.ts";
import { AppError, invalid } from "../../http/app-error.ts";
import { authorize, type Actor, type UserActor } from "../../policies/actor.ts";
import { canRead } from "../../policies/items.policy.ts";
import type { Ports } from "../../ports/index.ts";
import { folderRef, isUuid } from "../items/index.ts";
import { presentFolder } from "./folders.present.ts";
import * as repo from "./folders.repo.ts";
import type { FoldersDeps, PresentedFolder } from "./index.ts";

type NewFolder = ServerArgs<typeof createFolder>["body"];
type Change = ServerArgs<typeof updateFolder>["body"]["folder"];
type Move = ServerArgs<typeof moveItems>["body"];

/** Where a folder is to stand: below `parent`, or at the root of the space. */
interface Place {
  workspaceId: string;
  parent: repo.FolderRow | null;
  kind: repo.FolderKind;
}

const pathInside = (parent: repo.FolderRow | null): string[] => (parent ? [...parent.path, parent.id] : []);

export type FoldersService = ReturnType<typeof createFoldersService>;

export function createFoldersService(ports: Ports, { workspaces, items, search, events, media, audit }: FoldersDeps) {
  const { db, pool, clock } = ports;

  async function tree(
    actor: Actor,
    workspaceRef: string,
    asked: { kind?: repo.FolderKind | undefined; thumbnailsOf?: string | undefined } = {},
  ): Promise<PresentedFolder[]> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    authorize(canRead(actor, { workspaceId: workspace.id, role: workspace.role }));
    const callerId = actor.kind === "user" ? actor.id : actor.kind;
    const [rows, thumbnails] = await Promise.all([
      repo.listTree(pool, callerId, workspace.id, asked.kind ?? null),
      asked.thumbnailsOf === undefined ? new Map<string, string[]>() : thumbnailsIn(callerId, workspace.id, folderRef(asked.thumbnailsOf)),
    ]);
    return rows.map((row) => presentFolder(actor, row, thumbnails.get(row.id)));
  }

  /** Signed addresses by folder, for the folders directly inside the given one. A folder that is not there has none inside. */
  async function thumbnailsIn(callerId: string, workspaceId: string, parentId: string | null): Promise<Map<string, string[]>> {
    const byFolder = new Map<string, string[]>();
    if (parentId !== null && !isUuid(parentId)) return byFolder;
    for (const row of await repo.listThumbnails(pool, workspaceId, parentId ?? workspaceId)) {
      const url = media.url({ storageKey: row.thumbnail_small_key, mimeType: "image/webp", callerId });
      byFolder.set(row.folder_id, [...(byFolder.get(row.folder_id) ?? []), url]);
    }
    return byFolder;
  }

  async function presentMany(actor: Actor, folderIds: readonly string[]): Promise<PresentedFolder[]> {
    const known = folderIds.filter(isUuid);
    if (actor.kind !== "user" || known.length === 0) return [];
    const byId = new Map((await repo.listMany(pool, actor.id, known)).map((row) => [row.id, presentFolder(actor, row)]));
    return known.flatMap((id) => byId.get(id) ?? []).filter((folder) => folder.permission.read);
  }

  async function one(actor: Actor, folderId: string): Promise<PresentedFolder> {
    const [folder] = await presentMany(actor, [folderId]);
    if (!folder) throw new AppError("not-found");
    return folder;
  }

  async function find(tx: Executor, workspaceId: string, folderId: string): Promise<repo.FolderRow> {
    const folder = isUuid(folderId) ? await repo.findFolder(tx, workspaceId, folderId) : undefined;
    if (!folder) throw new AppError("not-found");
    return folder;
  }

  /** The folder that is to be the parent; null for the root. @throws AppError `validation-failed` on `field` when it is not there */
  async function findParent(tx: Executor, workspaceId: string, parentId: string | null, field: string): Promise<repo.FolderRow | null> {
    if (parentId === null) return null;
    const parent = isUuid(parentId) ? await repo.findFolder(tx, workspaceId, parentId) : undefined;
    if (!parent) throw invalid(field, "We could not find that folder.", "not-found");
    return parent;
  }

  /** Makes a folder in its place, its words found by the search. Undefined when its name is taken there. The tree is held by the caller. */
  async function add(
    tx: Executor,
    place: Place,
    given: { name: string; color?: string | null | undefined; userId: string },
  ): Promise<string | undefined> {
    const { workspaceId, parent, kind } = place;
    const path = pathInside(parent);
    if (path.length >= FOLDER_DEPTH_MAX) throw new AppError("folder-too-deep");
    const nth = given.color ? 0 : await repo.countSiblings(tx, workspaceId, parent?.id ?? null);
    const row = {
      id: ports.ids.id(),
      workspaceId,
      parentId: parent?.id ?? null,
      kind,
      name: given.name,
      nameKey: folderNameKey(given.name),
      color: given.color || FOLDER_COLORS[nth % FOLDER_COLORS.length] || FOLDER_COLORS[0],
      path,
      nestLevel: path.length,
      createdBy: given.userId,
      createdAt: clock.now(),
    };
    if (!(await repo.insertFolder(tx, row))) return undefined;
    await search.indexFolder(tx, row);
    return row.id;
  }

  async function create(actor: UserActor, workspaceRef: string, given: NewFolder): Promise<PresentedFolder> {
    const workspace = await items.writableSpace(actor, workspaceRef);
    const folderId = await db.transaction(async (tx) => {
      await repo.lockTree(tx, workspace.id, "shared");
      const parent = await findParent(tx, workspace.id, folderRef(given.parentId), "parentId");
      const kind = workspace.kind === "team" ? "mixed" : (given.kind ?? parent?.kind ?? "image");
      if (workspace.kind === "personal" && kind === "mixed") throw invalid("kind", "Please choose images or videos.");
      if (parent && parent.kind !== kind) throw invalid("kind", "Folders inside a folder hold what it holds.");
      const id = await add(tx, { workspaceId: workspace.id, parent, kind }, { name: given.name, color: given.color, userId: actor.id });
      if (id === undefined) throw new AppError("folder-exists");
      return id;
    });
    events.publish({ type: "folders", workspaceId: workspace.id });
    return one(actor, folderId);
  }

  async function ensure(
    tx: Executor,
    given: { workspaceId: string; parentId: string | null; kind: repo.FolderKind; name: string; color?: string; userId: string },
  ): Promise<string> {
    const { workspaceId, parentId, kind } = given;
    await repo.lockTree(tx, workspaceId, "shared");
    const known = { workspaceId, parentId, kind, nameKey: folderNameKey(given.name) };
    const found = await repo.findByName(tx, known);
    if (found !== undefined) return found;
    const parent = await findParent(tx, workspaceId, parentId, "parentId");
    // Whoever made it meanwhile made it for us too: while we hold the tree it is not deleted.
    const id = (await add(tx, { workspaceId, parent, kind }, given)) ?? (await repo.findByName(tx, known));
    if (id === undefined) throw new AppError("folder-exists");
    return id;
  }

  /** Moves a folder with all those inside of it. The tree is held exclusively by the caller. */
  async function move(tx: Executor, folder: repo.FolderRow, parentId: string | null, change: repo.FolderChange): Promise<void> {
    const parent = await findParent(tx, folder.workspaceId, parentId, "folder.parentId");
    const path = pathInside(parent);
    if (path.includes(folder.id)) throw new AppError("folder-cycle");
    if (parent && parent.kind !== folder.kind) throw invalid("folder.parentId", "We could not find that folder.", "not-found");
    const deepest = (await repo.deepestLevel(tx, folder)) - folder.nestLevel + path.length;
    if (deepest >= FOLDER_DEPTH_MAX) throw new AppError("folder-too-deep");
    await repo.moveSubtree(tx, folder, { parentId, path }, change);
  }

  async function update(actor: UserActor, workspaceRef: string, folderId: string, given: Change): Promise<PresentedFolder> {
    const workspace = await items.writableSpace(actor, workspaceRef);
    await db.transaction(async (tx) => {
      if (given.parentId !== undefined) await repo.lockTree(tx, workspace.id, "exclusive");
      const folder = await find(tx, workspace.id, folderId);
      const parentId = given.parentId === undefined ? folder.parentId : folderRef(given.parentId);
      const change = {
        ...(given.name === undefined ? {} : { name: given.name, nameKey: folderNameKey(given.name) }),
        ...(given.color ? { color: given.color } : {}),
      };
      if (parentId !== folder.parentId) await move(tx, folder, parentId, change);
      else if (Object.keys(change).length > 0 && !(await repo.updateFolder(tx, folder.id, change))) throw new AppError("not-found");
      if (given.name !== undefined) await search.indexFolder(tx, { ...folder, name: given.name });
    });
    events.publish({ type: "folders", workspaceId: workspace.id });
    return one(actor, folderId);
  }

  /** Deletes a folder and those inside; their items go to the root, or to the bin. */
  async function remove(
    actor: UserActor,
    workspaceRef: string,
    folderId: string,
    { withItems, ip }: { withItems: boolean; ip: string },
  ): Promise<{ folders: number; items: number }> {
    const workspace = await items.writableSpace(actor, workspaceRef);
    const gone = await db.transaction(async (tx) => {
      await repo.lockTree(tx, workspace.id, "exclusive");
      const folder = await find(tx, workspace.id, folderId);
      const folderIds = await repo.lockSubtree(tx, folder);
      const counted = { folders: folderIds.length, items: await repo.lockItemsIn(tx, folderIds) };
      const now = clock.now();
      await repo.emptyFolders(tx, folderIds, now, withItems ? now : null);
      await repo.deleteFolders(tx, folderIds);
      await audit.record(tx, {
        action: "folder.deleted",
        userId: actor.id,
        workspaceId: workspace.id,
        ip,
        details: { folderId, name: folder.name, withItems, ...counted },
      });
      return counted;
    });
    events.publish({ type: "folders", workspaceId: workspace.id });
    if (gone.items > 0) events.publish({ type: "items", workspaceId: workspace.id, itemIds: null });
    return gone;
  }

  /** Moves items into a folder or to the root, all of them or none. Answers how many lie there now. */
  async function placeItems(actor: UserActor, workspaceRef: string, folderId: string, given: Move): Promise<{ moved: number }> {
    const workspace = await items.writableSpace(actor, workspaceRef);
    const itemIds = [...new Set(given.itemIds)];
    const targetId = folderRef(folderId);
    if (!itemIds.every(isUuid) || (targetId !== null && !isUuid(targetId))) throw new AppError("not-found");
    const fromId = folderRef(given.fromFolderId);
    if (fromId !== null && !isUuid(fromId)) throw new AppError("move-conflict");
    await db.transaction(async (tx) => {
      const target = targetId === null ? null : await repo.holdFolder(tx, workspace.id, targetId);
      if (target === undefined) throw new AppError("not-found");
      const wish: repo.ItemMove = {
        workspaceId: workspace.id,
        itemIds,
        targetId,
        type: target === null || target.kind === "mixed" ? null : target.kind,
        from: given.fromFolderId === undefined ? null : { folderId: fromId },
      };
      const locked = await repo.lockItems(tx, wish);
      if (locked.found < itemIds.length) throw new AppError("not-found");
      if (locked.mistyped > 0) throw invalid("itemIds", "Images and videos have folders of their own.", "wrong-type");
      if (locked.elsewhere > 0) throw new AppError("move-conflict");
      await repo.placeItems(tx, wish, clock.now());
    });
    events.publish({ type: "items", workspaceId: workspace.id, itemIds });
    return { moved: itemIds.length };
  }

  /** Sets or takes away the caller's star; without a wish, turns it round. */
  async function favorite(
    actor: UserActor,
    workspaceRef: string,
    folderId: string,
    wish: boolean | undefined,
  ): Promise<{ favorite: boolean }> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    authorize(canRead(actor, { workspaceId: workspace.id, role: workspace.role }));
    if (!isUuid(folderId)) throw new AppError("not-found");
    const starred = await db.transaction(async (tx) => {
      if (!(await repo.holdFolder(tx, workspace.id, folderId))) throw new AppError("not-found");
      const removed = wish !== true && (await repo.removeFavorite(tx, actor.id, folderId));
      if (wish === false || removed) return false;
      await repo.addFavorite(tx, { userId: actor.id, folderId, workspaceId: workspace.id, createdAt: clock.now() });
      return true;
    });
    events.publish({ type: "folders", workspaceId: workspace.id });
    return { favorite: starred };
  }

  return { tree, presentMany, ensure, create, update, remove, moveItems: placeItems, favorite };
}
