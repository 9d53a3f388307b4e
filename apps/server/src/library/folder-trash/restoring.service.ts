import { FOLDER_DEPTH_MAX, folderNameKey } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { StoredEntry, StoredFolder } from "../../platform/db/schema/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { flattenChain } from "../../access/policies/grants.policy.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { FolderTrashDeps } from "./folder-trash.deps.ts";
import { flatEntries, freeName, levelsAlong } from "./folder-trash.plan.ts";
import * as repo from "./folder-trash.repo.ts";

/** The ports and services that the functions of this file use. */
type Context = Pick<Ports, "ids"> & Pick<FolderTrashDeps, "search">;

/** A deleted folder that is restored. The caller has locked it and the folder tree. */
interface Restoring {
  deleted: repo.DeletedFolderRow;
  /** The former parent, if it exists. */
  parent: repo.FolderRow | undefined;
  /** Rights of the caller, who may change the subtree. */
  may: SpaceRights;
  at: Date;
}

/** A folder with its row below the destination. */
type Placed = StoredFolder & { path: string[] };

/** Returns the new parent: the former one, if the caller may write to it and the subtree fits, otherwise null for the root. @throws AppError `forbidden` */
function destinationOf({ deleted, parent, may }: Restoring): repo.FolderRow | null {
  const [top] = deleted.subtree.folders;
  const levels = new Map<string, number>();
  for (const { id, parentId } of deleted.subtree.folders) levels.set(id, (levels.get(parentId ?? "") ?? 0) + 1);
  const height = Math.max(...levels.values());
  if (top && parent && may.onFolder(parent.id).write && parent.path.length + 1 + height <= FOLDER_DEPTH_MAX) return parent;
  if (!may.onFolder(null).write) throw new AppError("forbidden");
  return null;
}

/** Returns the entries of a folder and its ancestors, nearest first. */
async function levelsOf(tx: Executor, folder: repo.FolderRow | null | undefined): Promise<StoredEntry[][]> {
  if (!folder) return [];
  const chain = [folder.id, ...folder.path.toReversed()];
  return levelsAlong(chain, await repo.listEntries(tx, chain));
}

/** Removes entries and stars of former members (also of those who came back) and teams, and makers of accounts that are gone. */
async function withoutFormer(
  tx: Executor,
  { workspaceId, deletedAt, subtree: { folders, inherited } }: repo.DeletedFolderRow,
  members: readonly repo.Member[],
): Promise<Pick<repo.DeletedFolderRow["subtree"], "folders" | "inherited">> {
  const entries = [...folders.map((folder) => folder.entries), ...inherited].flat();
  const known = new Set(members.flatMap(({ userId, joinedAt }) => (joinedAt < deletedAt ? userId : [])));
  const teams = entries.some(({ principalKind }) => principalKind === "team") ? await repo.holdTeams(tx, workspaceId) : new Set<string>();
  const makers = [...entries, ...folders].flatMap(({ createdBy }) => createdBy ?? []);
  const users = await repo.existingUsers(tx, [...new Set(makers)]);
  const madeBy = (id: string | null): string | null => (id !== null && users.has(id) ? id : null);
  const isKnown = ({ principalKind, principalId }: StoredEntry): boolean =>
    principalKind === "everyone" || (principalKind === "member" ? known : teams).has(principalId);
  const live = (all: readonly StoredEntry[]): StoredEntry[] =>
    all.filter(isKnown).map((entry) => ({ ...entry, createdBy: madeBy(entry.createdBy) }));
  return {
    inherited: inherited.map(live),
    folders: folders.map((folder) => ({
      ...folder,
      createdBy: madeBy(folder.createdBy),
      entries: live(folder.entries),
      stars: folder.stars.filter(({ userId }) => known.has(userId)),
    })),
  };
}

/** Inserts the folders with their entries, stars and search entries. */
async function insertAll(
  { ids, search }: Context,
  tx: Executor,
  { workspaceId, kind }: repo.DeletedFolderRow,
  folders: readonly Placed[],
  at: Date,
) {
  const rows = folders.map(({ path, entries: _, stars: __, ...folder }) => ({
    ...folder,
    workspaceId,
    kind,
    path,
    nestLevel: path.length,
    createdAt: new Date(folder.createdAt),
  }));
  await repo.insertFolders(tx, rows);
  await repo.insertEntries(
    tx,
    folders.flatMap(({ id, entries }) => entries.map((entry) => ({ ...entry, id: ids.id(), workspaceId, folderId: id, createdAt: at }))),
  );
  await repo.insertStars(
    tx,
    folders.flatMap(({ id, stars }) =>
      stars.map(({ userId, createdAt }) => ({ userId, folderId: id, workspaceId, createdAt: new Date(createdAt) })),
    ),
  );
  await search.indexFolders(tx, rows);
}

/**
 * Inserts the folders of a deletion again with their ids, and moves the items back that are still where the deletion left them. Entries are
 * restored too. At the root, the folder receives the entries that it inherited before, so that no member gains access.
 * @throws AppError `forbidden` when the caller may write neither to the former parent nor to the root
 */
export async function restoreSubtree(
  context: Context,
  tx: Executor,
  restoring: Restoring,
): Promise<{ id: string; name: string; parentId: string | null; folders: number; items: number }> {
  const { deleted, parent, may, at } = restoring;
  const { workspaceId, id } = deleted;
  const destination = destinationOf(restoring);
  const members = await repo.holdMembers(tx, workspaceId);
  const { folders: stored, inherited } = await withoutFormer(tx, deleted, members);
  const isElsewhere = (destination?.id ?? null) !== deleted.parentId;
  const above = parent ? await levelsOf(tx, parent) : inherited;
  const name = freeName(deleted.name, await repo.siblingKeys(tx, workspaceId, destination?.id ?? null, deleted.kind));
  const paths = new Map<string, string[]>();
  const folders = stored.map((folder): Placed => {
    const isTop = folder.id === id;
    const parentId = isTop ? (destination?.id ?? null) : folder.parentId;
    const path = isTop
      ? destination
        ? [...destination.path, destination.id]
        : []
      : [...(paths.get(parentId ?? "") ?? []), parentId ?? ""];
    paths.set(folder.id, path);
    const own = isTop ? { name, nameKey: folderNameKey(name) } : {};
    const entries = isTop && isElsewhere ? flattenChain([folder.entries, ...above], members) : folder.entries;
    return { ...folder, ...own, parentId, path, entries };
  });
  await insertAll(context, tx, deleted, folders, at);
  const left = await repo.lockLeftItems(tx, workspaceId, id);
  const itemIds = left.filter((itemId) => may.onItem(itemId, null).write);
  const items = await repo.returnItems(tx, id, itemIds, at);
  await repo.dropCopiedEntries(tx, id, itemIds, flatEntries(folders, isElsewhere ? [] : above, members));
  return { id, name, parentId: destination?.id ?? null, folders: folders.length, items };
}
