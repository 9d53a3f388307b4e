import {
  isUuid,
  type createFolder,
  FOLDER_COLORS,
  FOLDER_DEPTH_MAX,
  folderNameKey,
  type moveItems,
  type ServerArgs,
  type updateFolder,
  isBoundByEntries,
  type FolderKind,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { folderRef } from "../../platform/http/folder-ref.ts";
import type { Permission } from "../../access/policies/items.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { holdVersions, lockTree } from "../folder-trash/index.ts";
import * as repo from "./folders.repo.ts";
import type { FoldersDeps } from "./folders.deps.ts";
import type { PresentedFolder } from "./folders.present.ts";
import type { Entered, FolderReading } from "./reading.service.ts";

type NewFolder = ServerArgs<typeof createFolder>["body"];
type Change = ServerArgs<typeof updateFolder>["body"]["folder"];
type Move = ServerArgs<typeof moveItems>["body"];
/** The folder that an import needs. */
interface Wanted {
  workspaceId: string;
  parentId: string | null;
  kind: FolderKind;
  name: string;
  color?: string;
  userId: string;
}

/** Target position of a folder: below `parent`, or at the root of the workspace. */
interface FolderTarget {
  workspaceId: string;
  parent: repo.FolderRow | null;
  kind: repo.FolderKind;
}

const pathInside = (parent: repo.FolderRow | null): string[] => (parent ? [...parent.path, parent.id] : []);

export type FoldersService = ReturnType<typeof createFoldersService>;

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<Ports, "clock" | "db">,
    Pick<FoldersDeps, "search" | "events" | "rights" | "audit" | "folderTrash">,
    Pick<FolderReading, "enter" | "one"> {
  ports: Ports;
}

/** @throws AppError `not-found` without read permission, `forbidden` without write permission */
const assertWritable = (actor: Actor, { workspace }: Pick<Entered, "workspace">, grant: Permission): void =>
  authorize(actor, "folder.write", { workspaceId: workspace.id, role: workspace.role, grant });

/** Returns the folder if the caller may change it. @throws AppError `not-found`, `forbidden` */
async function findWritable(tx: Executor, actor: Actor, entered: Entered, folderId: string): Promise<repo.FolderRow> {
  const folder = isUuid(folderId) ? await repo.findFolder(tx, entered.workspace.id, folderId) : undefined;
  if (!folder) throw new AppError("not-found");
  assertWritable(actor, entered, entered.may.onFolder(folder.id));
  return folder;
}

/**
 * Returns the new parent folder, or null for the root.
 * @throws AppError `validation-failed` on `field` when it does not exist
 */
async function findParent(
  tx: Executor,
  { workspace, may }: Entered,
  parentId: string | null,
  field: string,
): Promise<repo.FolderRow | null> {
  const parent = parentId !== null && isUuid(parentId) ? await repo.findFolder(tx, workspace.id, parentId) : null;
  if (parentId !== null && (!parent || !may.onFolder(parent.id).read)) throw invalid(field, "We could not find that folder.", "not-found");
  if (!may.onFolder(parent?.id ?? null).write) throw new AppError("forbidden");
  return parent ?? null;
}

/** Creates a folder and its search entry. Undefined when its name is taken there. The caller has locked the tree. */
async function add(
  { ports, clock, search }: Context,
  tx: Executor,
  destination: FolderTarget,
  given: { name: string; color?: string | null | undefined; userId: string },
): Promise<string | undefined> {
  const { workspaceId, parent, kind } = destination;
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

async function create(context: Context, actor: UserActor, workspaceRef: string, given: NewFolder): Promise<PresentedFolder> {
  const { enter, db, events, one } = context;
  const entered = await enter(actor, workspaceRef);
  const { workspace } = entered;
  const folderId = await db.transaction(async (tx) => {
    await lockTree(tx, workspace.id, "shared");
    const parent = await findParent(tx, entered, folderRef(given.parentId), "parentId");
    const kind = workspace.kind === "team" ? "mixed" : (given.kind ?? parent?.kind ?? "image");
    if (workspace.kind === "personal" && kind === "mixed") throw invalid("kind", "Please choose images, videos or whiteboards.");
    if (parent && parent.kind !== kind) throw invalid("kind", "Folders inside a folder hold what it holds.");
    const id = await add(
      context,
      tx,
      { workspaceId: workspace.id, parent, kind },
      { name: given.name, color: given.color, userId: actor.id },
    );
    if (id === undefined) throw new AppError("folder-exists");
    return id;
  });
  events.publish({ type: "folders", workspaceId: workspace.id });
  return one(actor, folderId);
}

async function ensure(context: Context, tx: Executor, given: Wanted): Promise<string> {
  const { rights } = context;
  const { workspaceId, parentId, kind, userId } = given;
  // Only workspace folders have the kind `mixed`. In their personal workspace users may do everything.
  const may = kind === "mixed" ? await rights.now(workspaceId, userId) : undefined;
  if (may === null) throw new AppError("forbidden");
  await lockTree(tx, workspaceId, "shared");
  const known = { workspaceId, parentId, kind, nameKey: folderNameKey(given.name) };
  const found = await repo.findByName(tx, known);
  if (found !== undefined) {
    if (may && !may.onFolder(found).write) throw invalid("name", "You may not put anything into the folder of this name.", "forbidden");
    return found;
  }
  const parent = parentId === null ? null : await repo.findFolder(tx, workspaceId, parentId);
  if (parent === undefined) throw invalid("parentId", "We could not find that folder.", "not-found");
  if (may && !may.onFolder(parent?.id ?? null).write) throw new AppError("forbidden");
  // A concurrently created folder is used. It cannot be deleted while this transaction locks the tree.
  const id = (await add(context, tx, { workspaceId, parent, kind }, given)) ?? (await repo.findByName(tx, known));
  if (id === undefined) throw new AppError("folder-exists");
  return id;
}

/** Moves a folder with its descendants. The caller has locked the tree exclusively. */
async function move(
  tx: Executor,
  entered: Entered,
  folder: repo.FolderRow,
  parentId: string | null,
  change: repo.FolderChange,
): Promise<void> {
  const parent = await findParent(tx, entered, parentId, "folder.parentId");
  const path = pathInside(parent);
  if (path.includes(folder.id)) throw new AppError("folder-cycle");
  if (parent && parent.kind !== folder.kind) throw invalid("folder.parentId", "We could not find that folder.", "not-found");
  const deepest = (await repo.deepestLevel(tx, folder)) - folder.nestLevel + path.length;
  if (deepest >= FOLDER_DEPTH_MAX) throw new AppError("folder-too-deep");
  await repo.moveSubtree(tx, folder, { parentId, path }, change);
}

async function update(
  { enter, db, search, events, one }: Context,
  actor: UserActor,
  workspaceRef: string,
  folderId: string,
  given: Change,
): Promise<PresentedFolder> {
  const entered = await enter(actor, workspaceRef);
  const { workspace, may } = entered;
  await db.transaction(async (tx) => {
    await lockTree(tx, workspace.id, given.parentId === undefined ? "shared" : "exclusive");
    await holdVersions(tx, workspace.id);
    const folder = await findWritable(tx, actor, entered, folderId);
    const parentId = given.parentId === undefined ? folder.parentId : folderRef(given.parentId);
    // The visible position counts as the current one, even if the folder is deeper for other members.
    const stays = parentId === folder.parentId || parentId === (folder.path.findLast((id) => may.onFolder(id).read) ?? null);
    const change = {
      ...(given.name === undefined ? {} : { name: given.name, nameKey: folderNameKey(given.name) }),
      ...(given.color ? { color: given.color } : {}),
    };
    if (!stays) await move(tx, entered, folder, parentId, change);
    else if (Object.keys(change).length > 0 && !(await repo.updateFolder(tx, folder.id, change))) throw new AppError("not-found");
    if (given.name !== undefined) await search.indexFolder(tx, { ...folder, name: given.name });
  });
  events.publish({ type: "folders", workspaceId: workspace.id });
  return one(actor, folderId);
}

/** Checks that the caller may change everything in these folders, and add items to the root unless they go to the trash. */
async function assertRemovable(tx: Executor, { workspace, may }: Entered, folderIds: readonly string[], toRoot: boolean): Promise<void> {
  if (!isBoundByEntries(may.role)) return;
  const special = await repo.listItemsWithEntries(tx, workspace.id, folderIds);
  const isAll = folderIds.every((id) => may.onFolder(id).write) && special.every((item) => may.onItem(item.id, item.folder_id).write);
  if (!isAll || (toRoot && !may.onFolder(null).write)) throw new AppError("forbidden");
}

/** Moves a folder and its descendants to the trash. Their items are moved to the root or to the trash. */
async function remove(
  { enter, db, clock, audit, events, folderTrash }: Context,
  actor: UserActor,
  workspaceRef: string,
  folderId: string,
  { withItems, ip }: { withItems: boolean; ip: string },
): Promise<{ folders: number; items: number }> {
  const entered = await enter(actor, workspaceRef);
  const { workspace } = entered;
  const gone = await db.transaction(async (tx) => {
    await lockTree(tx, workspace.id, "exclusive");
    const folder = await findWritable(tx, actor, entered, folderId);
    const folderIds = await repo.lockSubtree(tx, folder);
    const counted = { folders: folderIds.length, items: await repo.lockItemsIn(tx, folderIds) };
    await assertRemovable(tx, entered, folderIds, !withItems && counted.items > 0);
    const now = clock.now();
    await folderTrash.store(tx, { folder, folderIds, at: now, withItems });
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

/** Moves items into a folder or to the root, all or none. Returns the number of items. */
async function moveItemsTo(
  { enter, db, clock, events }: Context,
  actor: UserActor,
  workspaceRef: string,
  folderId: string,
  given: Move,
): Promise<{ moved: number }> {
  const entered = await enter(actor, workspaceRef);
  const { workspace, may } = entered;
  const itemIds = [...new Set(given.itemIds)];
  const targetRef = folderRef(folderId);
  if (!itemIds.every(isUuid) || (targetRef !== null && !isUuid(targetRef))) throw new AppError("not-found");
  const fromId = folderRef(given.fromFolderId) ?? null;
  if (fromId !== null && !isUuid(fromId)) throw new AppError("move-conflict");
  await db.transaction(async (tx) => {
    const target = targetRef === null ? null : await repo.holdFolder(tx, workspace.id, targetRef);
    const targetId = target?.id ?? null;
    if (target === undefined || !may.onFolder(targetId).read) throw new AppError("not-found");
    const locked = await repo.lockItems(tx, workspace.id, itemIds);
    const permissions = locked.map((item) => may.onItem(item.id, item.folder_id));
    if (locked.length < itemIds.length || !permissions.every(({ read }) => read)) throw new AppError("not-found");
    if (!may.onFolder(targetId).write || !permissions.every(({ write }) => write)) throw new AppError("forbidden");
    if (target && target.kind !== "mixed" && locked.some(({ type }) => type !== target.kind))
      throw invalid("itemIds", "Images and videos have separate folders.", "wrong-type");
    // A caller who may not read an item's folder cannot state it, so the source check is skipped.
    const isElsewhere = ({ folder_id: at }: repo.LockedItem): boolean => at !== fromId && at !== targetId && may.onFolder(at).read;
    if (given.fromFolderId !== undefined && locked.some(isElsewhere)) throw new AppError("move-conflict");
    await repo.moveItemsTo(tx, itemIds, targetId, clock.now());
  });
  events.publish({ type: "items", workspaceId: workspace.id, itemIds, hasMoved: true });
  return { moved: itemIds.length };
}

/** Sets or removes the caller's star. Without a value it toggles the star. */
async function favorite(
  { enter, db, clock, events }: Context,
  actor: UserActor,
  workspaceRef: string,
  folderId: string,
  requested: boolean | undefined,
): Promise<{ favorite: boolean }> {
  const { workspace, may } = await enter(actor, workspaceRef);
  if (!isUuid(folderId)) throw new AppError("not-found");
  authorize(actor, "folder.read", { workspaceId: workspace.id, role: workspace.role, grant: may.onFolder(folderId) });
  const starred = await db.transaction(async (tx) => {
    if (!(await repo.holdFolder(tx, workspace.id, folderId))) throw new AppError("not-found");
    const removed = requested !== true && (await repo.removeFavorite(tx, actor.id, folderId));
    if (requested === false || removed) return false;
    await repo.addFavorite(tx, { userId: actor.id, folderId, workspaceId: workspace.id, createdAt: clock.now() });
    return true;
  });
  events.publish({ type: "folders", workspaceId: workspace.id });
  return { favorite: starred };
}

export function createFoldersService(ports: Ports, { rights, search, events, audit, folderTrash }: FoldersDeps, reading: FolderReading) {
  const { db, clock } = ports;
  const { enter, one } = reading;
  const context: Context = { ports, clock, search, enter, db, events, one, rights, audit, folderTrash };
  return {
    ensure: ensure.bind(null, context),
    create: create.bind(null, context),
    update: update.bind(null, context),
    remove: remove.bind(null, context),
    moveItems: moveItemsTo.bind(null, context),
    favorite: favorite.bind(null, context),
  };
}
