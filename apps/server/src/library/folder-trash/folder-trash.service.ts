import {
  DELETED_FOLDERS_MAX,
  isUuid,
  type listDeletedFolders,
  type restoreFolder,
  type ServerResult,
  isBoundByEntries,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Permission } from "../../access/policies/items.policy.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { FolderTrashDeps } from "./folder-trash.deps.ts";
import { type Caller, decidedByFormer, permissionIn } from "./folder-trash.plan.ts";
import * as repo from "./folder-trash.repo.ts";
import { restoreSubtree } from "./restoring.service.ts";
import { storeSubtree } from "./storing.service.ts";
import { holdVersions, lockTree } from "./tree-locks.repo.ts";

const DAY_MS = 86_400_000;
const ALL: Permission = { read: true, write: true };

type Context = Ports & FolderTrashDeps;

/** The subtree of a deleted folder with its former parent. */
type Former = Pick<repo.DeletedFolderRow, "parentId" | "deletedAt" | "subtree">;
/** A caller who is bound by entries, with the time since which they are a member. */
type BoundCaller = Caller & repo.Member;

/** Returns the caller as the entries see them; null for callers who are not bound by entries. */
async function callerOf(db: Executor, workspaceId: string, userId: string, { role }: SpaceRights): Promise<BoundCaller | null> {
  if (!isBoundByEntries(role)) return null;
  const member = await repo.findMember(db, workspaceId, userId);
  if (!member) throw new AppError("not-found");
  return { ...member, role };
}

/** Returns the permission for a deleted folder. A former parent that exists decides as it is now, otherwise as it was. */
function permissionFor({ parentId, deletedAt, subtree }: Former, bound: BoundCaller | null, may: SpaceRights, hasParent: boolean) {
  if (bound === null) return { top: ALL, isWritable: true, isParentReadable: true };
  // A member who left and came back has no entries from before.
  const caller = bound.joinedAt >= deletedAt ? { ...bound, userId: "" } : bound;
  const above = hasParent ? (may.grants.ofFolder(parentId)?.permission ?? null) : decidedByFormer(subtree, caller);
  const isParentReadable = hasParent ? may.onFolder(parentId).read : (above?.read ?? true);
  return { ...permissionIn(subtree, caller, above), isParentReadable };
}

/** Lists the deleted folders that the caller (or the member whose view is requested) may read. */
async function list(
  context: Context,
  actor: UserActor,
  workspaceRef: string,
  asMember: string | undefined,
): Promise<ServerResult<typeof listDeletedFolders>> {
  const { settings, db, memberships, rights } = context;
  const workspace = await memberships.resolve(actor, workspaceRef);
  const may = await rights.of(actor, workspace, asMember);
  const caller = await callerOf(db, workspace.id, asMember ?? actor.id, may);
  const rows = await repo.listDeleted(db, workspace.id, {
    limit: DELETED_FOLDERS_MAX,
    hiddenItemIds: may.hidden?.itemIds ?? [],
    hasSubtree: caller !== null,
  });
  const items = rows.flatMap(({ subtree, liveParentName, parentName, folderCount, deletedAt, ...row }) => {
    const former = { parentId: row.parentId, deletedAt, subtree: subtree ?? { version: 1, folders: [], inherited: [] } };
    const { top, isWritable, isParentReadable } = permissionFor(former, caller, may, liveParentName !== null);
    if (!top.read) return [];
    return {
      ...row,
      deletedAt: deletedAt.toISOString(),
      purgeAt: new Date(deletedAt.getTime() + settings.current().trashDays * DAY_MS).toISOString(),
      parentName: isParentReadable ? (liveParentName ?? parentName) : null,
      folders: folderCount - 1,
      permission: { read: true, write: isWritable },
    };
  });
  return { items };
}

/** Explains that there is no deleted folder of this id. */
async function assertNotLive(tx: Executor, workspaceId: string, may: SpaceRights, folderId: string): Promise<void> {
  const live = await repo.findFolder(tx, workspaceId, folderId);
  if (live && may.onFolder(live.id).read) throw new AppError("folder-restored");
}

async function restore(
  context: Context,
  actor: UserActor,
  workspaceRef: string,
  folderId: string,
  ip: string,
): Promise<ServerResult<typeof restoreFolder>> {
  const { audit, clock, db, events, memberships, rights } = context;
  const workspace = await memberships.resolve(actor, workspaceRef);
  const may = await rights.of(actor, workspace);
  if (!isUuid(folderId)) throw new AppError("not-found");
  const done = await db.transaction(async (tx) => {
    await lockTree(tx, workspace.id, "exclusive");
    const deleted = await repo.lockDeleted(tx, workspace.id, folderId);
    if (!deleted) {
      await assertNotLive(tx, workspace.id, may, folderId);
      throw new AppError("not-found");
    }
    await holdVersions(tx, workspace.id);
    const parent = deleted.parentId === null ? undefined : await repo.findFolder(tx, workspace.id, deleted.parentId);
    const caller = await callerOf(tx, workspace.id, actor.id, may);
    const { top, isWritable } = permissionFor(deleted, caller, may, parent !== undefined);
    authorize(actor, "folder.write", { workspaceId: workspace.id, role: workspace.role, grant: top });
    if (!isWritable) throw new AppError("forbidden");
    const restored = await restoreSubtree(context, tx, { deleted, parent, may, at: clock.now() });
    await repo.purgeMany(tx, [deleted.id]);
    const { name, folders, items } = restored;
    await audit.record(tx, {
      action: "folder.restored",
      userId: actor.id,
      workspaceId: workspace.id,
      ip,
      details: { folderId: deleted.id, name, folders, items },
    });
    return restored;
  });
  events.publish({ type: "folders", workspaceId: workspace.id });
  events.publish({ type: "items", workspaceId: workspace.id, itemIds: null, hasMoved: true });
  return done;
}

/** Deletes the deleted folders of a scope that the user may change. Returns their number. */
async function empty(
  tx: Executor,
  { userId, rights: may, ...scope }: repo.TrashScope & { userId: string; rights: SpaceRights },
): Promise<number> {
  const caller = await callerOf(tx, scope.workspaceId, userId, may);
  if (caller === null) return repo.purgeAll(tx, scope);
  const found = await repo.listSubtrees(tx, scope);
  const parentIds = found.flatMap(({ parentId }) => parentId ?? []);
  const live = new Set((await repo.listFolders(tx, parentIds)).map(({ id }) => id));
  const able = found.filter((one) => permissionFor(one, caller, may, one.parentId !== null && live.has(one.parentId)).isWritable);
  return repo.purgeMany(
    tx,
    able.map(({ id }) => id),
  );
}

/** Deletes the deleted folders whose retention has ended. Returns their number. */
async function purge({ clock, settings, db }: Context, signal: AbortSignal): Promise<number> {
  return repo.purgeDue(db, new Date(clock.now().getTime() - settings.current().trashDays * DAY_MS), signal);
}

export type FolderTrashService = ReturnType<typeof createFolderTrashService>;

/** Creates the service for deleted folders: store, list, restore, purge. */
export function createFolderTrashService(ports: Ports, deps: FolderTrashDeps) {
  const context: Context = { ...ports, ...deps };
  return {
    store: storeSubtree,
    list: list.bind(null, context),
    restore: restore.bind(null, context),
    empty,
    purge: purge.bind(null, context),
  };
}
