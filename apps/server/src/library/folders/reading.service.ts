import { isUuid } from "@stillreel/contract";
import { createVersionedCache } from "../../platform/db/versioned-cache.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { folderRef } from "../../platform/http/folder-ref.ts";
import type { ResolvedWorkspace } from "../../access/memberships/index.ts";
import type { FolderTree, SpaceRights } from "../../access/policies/space-rights.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type VisiblePosition, visiblePositions } from "./folders.plan.ts";
import { type CachedFolder, cachedFolder, presentFolder, writeFolder, type PresentedFolder } from "./folders.present.ts";
import * as repo from "./folders.repo.ts";
import type { FoldersDeps } from "./folders.deps.ts";

/** Maximum number of cached folders of all workspaces together. Each takes about 500 bytes. */
const CACHED_FOLDERS_MAX = 50_000;

/** A workspace, and the caller's rights in it. */
export interface Entered {
  workspace: ResolvedWorkspace;
  may: SpaceRights;
}

/** A requested level of a tree, and the member whose view is requested. */
interface AskedLevel {
  /** The folder whose content is shown; null for the root. */
  folderId: string | null;
  kind?: repo.FolderKind | undefined;
  asMember?: string | undefined;
  /** Folders that are returned too, if the caller may read them. */
  alsoIds?: readonly string[];
  /** True to include thumbnails of the folders at the level. */
  hasThumbnails: boolean;
}

/** One level of a workspace's folders, as the caller may see it. */
export interface ShownLevel {
  /** The folders inside, the folder itself and its ancestors, oldest first. */
  folders: PresentedFolder[];
  /** Number of visible items directly at the level. Undefined at the root for a user with limits: items of hidden folders appear there. */
  itemsHere: number | undefined;
}

/** Filter for requested folders, and the member whose view is requested. */
interface Asked {
  kind?: repo.FolderKind | undefined;
  thumbnailsOf?: string | undefined;
  asMember?: string | undefined;
}

/** A serialized folder of a tree for the caller. */
export interface ShownFolder {
  id: string;
  parentId: string | null;
  /** The complete folder as JSON. */
  text: string;
}

/** A user's view of a workspace. */
interface Sight {
  /** Returns the visible position of a folder. Undefined when the user may not read it. */
  positionOf(folder: VisiblePosition & { id: string }): VisiblePosition | undefined;
  /** Returns how many of a folder's items the user sees. */
  itemsIn(folderId: string, items: number): number;
}

/** View without hidden items or folders. */
const WHOLE: Sight = { positionOf: (folder) => folder, itemsIn: (_folderId, items) => items };

export type FolderReading = ReturnType<typeof createFolderReading>;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<FoldersDeps, "memberships" | "rights" | "media">, Pick<Ports, "pool" | "db"> {
  cache: ReturnType<typeof createVersionedCache<readonly CachedFolder[]>>;
}

async function enter({ memberships, rights }: Context, actor: Actor, workspaceRef: string, asMember?: string): Promise<Entered> {
  const workspace = await memberships.resolve(actor, workspaceRef);
  return { workspace, may: await rights.of(actor, workspace, asMember) };
}

/**
 * Returns the folders of a workspace, oldest first. They are cached by version where there is one, so they are never
 * stale.
 */
async function foldersOf({ pool, cache }: Context, { id, foldersVersion }: ResolvedWorkspace): Promise<readonly CachedFolder[]> {
  const read = async () => {
    const { version, folders } = await repo.listStored(pool, id);
    return { version, weight: 1 + folders.length, value: folders.map(cachedFolder) };
  };
  return (await (foldersVersion === null ? read() : cache(id, foldersVersion, read))).value;
}

/** Counts the hidden items per folder in all these workspaces. */
async function hiddenIn({ pool }: Context, spaces: readonly SpaceRights[]): Promise<ReadonlyMap<string, number>> {
  const itemIds = spaces.flatMap((may) => may.hidden?.itemIds ?? []);
  return itemIds.length === 0 ? new Map<string, number>() : repo.countAmong(pool, itemIds);
}

async function sightOf(
  context: Context,
  may: SpaceRights,
  treeOf: () => Promise<FolderTree>,
  counting = hiddenIn(context, [may]),
): Promise<Sight> {
  if (may.hidden === null) return WHOLE;
  const [tree, hidden] = await Promise.all([treeOf(), counting]);
  const positions = visiblePositions(tree, (id) => may.onFolder(id).read);
  return {
    positionOf: ({ id }) => positions.get(id),
    itemsIn: (folderId, items) => Math.max(0, items - (hidden.get(folderId) ?? 0)),
  };
}

/** Returns the requested folders with their visible position and thumbnails, but without counts. */
async function readStored(context: Context, actor: UserActor, { workspace, may }: Entered, asked: Asked) {
  const { rights } = context;
  const [folders, sight] = await Promise.all([
    foldersOf(context, workspace),
    sightOf(context, may, () => rights.treeOf(workspace.id, workspace.rightsVersion)),
  ]);
  const seen: { folder: CachedFolder; position: VisiblePosition }[] = [];
  for (const folder of folders) {
    const position = asked.kind === undefined || folder.kind === asked.kind ? sight.positionOf(folder) : undefined;
    if (position) seen.push({ folder, position });
  }
  const outer = asked.thumbnailsOf === undefined ? undefined : folderRef(asked.thumbnailsOf);
  const inside = outer === undefined ? [] : seen.filter(({ position }) => position.parentId === outer).map(({ folder }) => folder.id);
  return { seen, sight, thumbnails: await thumbnailsOf(context, actor, inside, may.hidden?.itemIds ?? []) };
}

/** Returns every readable folder of a workspace, oldest first. @throws AppError `not-found` */
async function tree(context: Context, actor: UserActor, workspaceRef: string, asked: Asked = {}): Promise<ShownFolder[]> {
  const { pool } = context;
  const entered = await enter(context, actor, workspaceRef, asked.asMember);
  const { workspace, may } = entered;
  const [numbers, { seen, sight, thumbnails }] = await Promise.all([
    repo.readNumbers(pool, actor.id, workspace.id),
    readStored(context, actor, entered, asked),
  ]);
  return seen.map(({ folder, position }) => {
    const { id } = folder;
    const own = {
      position,
      favorite: numbers.starred.has(id),
      linked: numbers.linked.has(id),
      items: sight.itemsIn(id, numbers.items.get(id) ?? 0),
      permission: may.onFolder(id),
      thumbnails: thumbnails.get(id),
    };
    return { id, parentId: position.parentId, text: writeFolder(folder, own) };
  });
}

/**
 * Returns one level of a workspace's folders with thumbnails. It is empty for a folder that the caller may not read. The cost depends on
 * the level and on the caller's limits, not on the number of folders elsewhere. @throws AppError `not-found`
 */
async function level(context: Context, actor: UserActor, workspaceRef: string, asked: AskedLevel): Promise<ShownLevel> {
  const { pool } = context;
  const { workspace, may } = await enter(context, actor, workspaceRef, asked.asMember);
  if (asked.folderId !== null && !isUuid(asked.folderId)) return { folders: [], itemsHere: 0 };
  const at = { folderId: asked.folderId, kind: asked.kind ?? null, alsoIds: asked.alsoIds ?? [] };
  const [inSight, itemsHere, hidden] = await Promise.all([
    may.hidden === null ? repo.listLevel(pool, actor.id, workspace.id, at) : visibleLevel(context, actor, { workspace, may }, at),
    asked.folderId === null && may.hidden === null ? repo.countAtRoot(pool, workspace.id, at.kind) : undefined,
    hiddenIn(context, [may]),
  ]);
  const inside = asked.hasThumbnails ? inSight.filter(({ parentId }) => parentId === asked.folderId).map(({ id }) => id) : [];
  const thumbnails = await thumbnailsOf(context, actor, inside, may.hidden?.itemIds ?? []);
  const folders = inSight.map((folder) => {
    const items = Math.max(0, folder.items - (hidden.get(folder.id) ?? 0));
    return { ...presentFolder({ ...folder, items }, folder, may.onFolder(folder.id)), thumbnails: thumbnails.get(folder.id) ?? [] };
  });
  if (asked.folderId === null) return { folders, itemsHere: may.hidden === null ? itemsHere : undefined };
  return { folders, itemsHere: folders.find(({ id }) => id === asked.folderId)?.items ?? 0 };
}

/** Returns the ids of chosen folders of a workspace. */
type Choice = (context: Context, actor: UserActor, workspaceId: string) => Promise<string[]>;

const STARRED: Choice = ({ db }, actor, workspaceId) => repo.listStarred(db, actor.id, workspaceId);
const LINKED: Choice = ({ db }, _actor, workspaceId) => repo.listLinked(db, workspaceId);

/** Returns the chosen folders of a workspace that the caller may read, oldest first, with thumbnails. @throws AppError `not-found` */
async function chosen(
  context: Context,
  choice: Choice,
  actor: UserActor,
  workspaceRef: string,
  { kind, asMember }: Pick<Asked, "kind" | "asMember">,
): Promise<PresentedFolder[]> {
  const { pool, rights } = context;
  const { workspace, may } = await enter(context, actor, workspaceRef, asMember);
  const sight = sightOf(context, may, () => rights.treeOf(workspace.id, workspace.rightsVersion));
  const rows = await repo.listMany(pool, actor.id, await choice(context, actor, workspace.id));
  const { positionOf, itemsIn } = await sight;
  const shown = rows.flatMap((row) => {
    const position = kind === undefined || row.kind === kind ? positionOf(row) : undefined;
    return position ? [presentFolder({ ...row, items: itemsIn(row.id, row.items) }, position, may.onFolder(row.id))] : [];
  });
  const ids = shown.map(({ id }) => id);
  const thumbnails = await thumbnailsOf(context, actor, ids, may.hidden?.itemIds ?? []);
  return shown.map((folder) => ({ ...folder, thumbnails: thumbnails.get(folder.id) ?? [] })).toSorted(byAge);
}

/** Sorts by creation, oldest first. */
const byAge = (a: Aged, b: Aged): number => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1);
type Aged = Pick<repo.ListedFolder, "id" | "createdAt">;

/** Returns the folders of a level at their positions for a user who may not read all of the workspace. */
async function visibleLevel(
  context: Context,
  actor: UserActor,
  { workspace, may }: Entered,
  { folderId, kind, alsoIds }: repo.Level,
): Promise<repo.ListedFolder[]> {
  const tree = await context.rights.treeOf(workspace.id, workspace.rightsVersion);
  const positions = visiblePositions(tree, (id) => may.onFolder(id).read);
  const ids = new Set(alsoIds.filter((id) => positions.has(id)));
  for (const [id, { parentId }] of positions) if (parentId === folderId) ids.add(id);
  for (let id = folderId; id !== null && positions.has(id); id = positions.get(id)?.parentId ?? null) ids.add(id);
  const rows = await repo.listMany(context.pool, actor.id, [...ids]);
  return rows
    .filter((row) => kind === null || row.kind === kind)
    .map((row) => ({ ...row, ...positions.get(row.id) }))
    .toSorted(byAge);
}

/** Returns URLs of the newest small thumbnails in each of these folders, without items that are hidden from the caller. */
async function thumbnailsOf(
  { pool, media }: Context,
  actor: UserActor,
  folderIds: readonly string[],
  hiddenItemIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const newest = folderIds.length === 0 ? [] : await repo.listThumbnails(pool, folderIds, hiddenItemIds);
  const urls = new Map<string, string[]>();
  for (const { folder_id: folderId, thumbnail_small_key: storageKey } of newest)
    urls.set(folderId, [...(urls.get(folderId) ?? []), media.url({ storageKey, mimeType: "image/webp", callerId: actor.id })]);
  return urls;
}

/** Returns these folders as the caller may see them, in the requested order. Unreadable ones are left out. */
async function presentMany(context: Context, actor: Actor, folderIds: readonly string[]): Promise<PresentedFolder[]> {
  const { pool, rights } = context;
  const known = folderIds.filter(isUuid);
  if (actor.kind !== "user" || known.length === 0) return [];
  const rows = await repo.listMany(pool, actor.id, known);
  const spaces = await Promise.all(
    [...Map.groupBy(rows, (row) => row.workspaceId)].map(async ([workspaceId, inSpace]) => {
      const [{ role, rightsVersion: version } = { role: "viewer" as const, rightsVersion: "0" }] = inSpace;
      const rightsVersion = Number(version);
      return { workspaceId, inSpace, rightsVersion, may: await rights.ofMember({ workspaceId, userId: actor.id, role, rightsVersion }) };
    }),
  );
  const counting = hiddenIn(
    context,
    spaces.map(({ may }) => may),
  );
  // Concurrent, so that all trees are read in parallel.
  const shown = await Promise.all(
    spaces.map(async ({ workspaceId, inSpace, rightsVersion, may }) => {
      const sight = await sightOf(context, may, () => rights.treeOf(workspaceId, rightsVersion), counting);
      return inSpace.flatMap((row) => {
        const position = sight.positionOf(row);
        return position ? [presentFolder({ ...row, items: sight.itemsIn(row.id, row.items) }, position, may.onFolder(row.id))] : [];
      });
    }),
  );
  const byId = new Map(shown.flat().map((folder) => [folder.id, folder]));
  return known.flatMap((id) => byId.get(id) ?? []);
}

/** @throws AppError `not-found` */
async function one(context: Context, actor: Actor, folderId: string): Promise<PresentedFolder> {
  const [folder] = await presentMany(context, actor, [folderId]);
  if (!folder) throw new AppError("not-found");
  return folder;
}

/** Creates the service that reads folders as the caller may see them. */
export function createFolderReading({ pool, db }: Pick<Ports, "pool" | "db">, { memberships, rights, media }: FoldersDeps) {
  const cache = createVersionedCache<readonly CachedFolder[]>(CACHED_FOLDERS_MAX);
  const context: Context = { memberships, rights, pool, db, cache, media };
  return {
    enter: enter.bind(null, context),
    tree: tree.bind(null, context),
    level: level.bind(null, context),
    /** The folders that the caller starred. */
    starred: chosen.bind(null, context, STARRED),
    /** The folders that have a link. */
    linked: chosen.bind(null, context, LINKED),
    presentMany: presentMany.bind(null, context),
    one: one.bind(null, context),
  };
}
