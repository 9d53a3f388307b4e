import { createFolder, deleteFolder, favoriteFolder, listFolders, updateFolder, type ClientResult } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces, PERSONAL, spaceOf, type SpaceRef } from "../spaces/space-ref.ts";

/** A folder as the API returns it. Its thumbnail addresses are valid for five minutes. */
export type FolderView = ClientResult<typeof createFolder>;
export type FolderKind = FolderView["kind"];

/** Age in milliseconds after which the thumbnail addresses are about to expire. */
const URL_FRESH_MS = 240_000;
const KEY = ["folders"] as const;
/** Key of the deleted folders. Another key than that of the live ones, whose cached lists are changed together. */
export const DELETED_FOLDERS_KEY = ["deleted-folders"] as const;
const NO_FOLDERS: FolderView[] = [];

interface Tree {
  items: FolderView[];
}

/** One level of a tree. */
interface Level extends Tree {
  /** Number of items directly at the level. Undefined when it is not known. */
  itemsHere?: number | undefined;
}

/** The space of a folder query: personal, workspace, or workspace as a member sees it. */
export interface FolderSpace {
  ref: SpaceRef;
  asMember?: string | null;
}
const OWN: FolderSpace = { ref: PERSONAL };

/** Key of a level (the folder's id or `root`), of the whole tree or of the starred or linked folders of a space, optionally as a member sees it. */
const partKey = (kind: FolderKind, { ref, asMember }: FolderSpace, part: string) => [
  ...KEY,
  ref,
  kind,
  part,
  ...(asMember ? [asMember] : []),
];
const ROOT = "root";
const WHOLE = "tree";
const STARRED = "starred";
const LINKED = "linked";

/** A member preview is read-only. */
const shown = <T extends Tree>(tree: T, asMember: string | null | undefined): T =>
  asMember ? { ...tree, items: tree.items.map((folder) => ({ ...folder, permission: { read: true, write: false } })) } : tree;

/**
 * Queries one level of a folder tree, oldest first: the children of a folder (null: of the root) with thumbnails, the folder itself and its
 * ancestors. Known folders of the path serve as placeholder. Folders of workspaces are `mixed`.
 */
export const levelQuery = (kind: FolderKind, folderId: string | null, space: FolderSpace = OWN) =>
  queryOptions({
    queryKey: partKey(kind, space, folderId ?? ROOT),
    queryFn: async ({ signal }): Promise<Level> => {
      const { ref, asMember } = space;
      noteWorkspaces([ref]);
      const query = { kind, level: folderId ?? ROOT, ...(asMember ? { asMember } : {}) };
      return shown(await client.call(listFolders, { params: { workspaceId: ref }, query }, { signal }), asMember);
    },
    placeholderData: (): Level => ({ items: pathTo(knownIn(kind, space), folderId) }),
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
    refetchOnWindowFocus: false,
  });

/** Queries every folder of a space, oldest first, without thumbnails: for dialogs that choose a folder. */
export const foldersQuery = (kind: FolderKind, space: FolderSpace = OWN) =>
  queryOptions({
    queryKey: partKey(kind, space, WHOLE),
    queryFn: async ({ signal }): Promise<Tree> => {
      const { ref, asMember } = space;
      noteWorkspaces([ref]);
      const query = { kind, ...(asMember ? { asMember } : {}) };
      return shown(await client.call(listFolders, { params: { workspaceId: ref }, query }, { signal }), asMember);
    },
    select: selectFolders,
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
    refetchOnWindowFocus: false,
  });
/** Queries the folders of a space that the user starred, or that have a link, oldest first, with thumbnails. */
const chosenFoldersQuery = (choice: typeof STARRED | typeof LINKED, kind: FolderKind, space: FolderSpace = OWN) =>
  queryOptions({
    queryKey: partKey(kind, space, choice),
    queryFn: async ({ signal }): Promise<Tree> => {
      const { ref, asMember } = space;
      noteWorkspaces([ref]);
      const query = { kind, [choice]: "true", ...(asMember ? { asMember } : {}) } as const;
      return shown(await client.call(listFolders, { params: { workspaceId: ref }, query }, { signal }), asMember);
    },
    select: selectFolders,
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
    refetchOnWindowFocus: false,
  });
/** Queries the folders of a space that the user starred, oldest first, with thumbnails. */
export const starredFoldersQuery = chosenFoldersQuery.bind(null, STARRED);
/** Queries the folders of a space that have a link, oldest first, with thumbnails. */
export const linkedFoldersQuery = chosenFoldersQuery.bind(null, LINKED);
const selectFolders = (tree: Tree): FolderView[] => tree.items;

/** Returns the folders of a space that any cached level or tree contains. */
function knownIn(kind: FolderKind, { ref, asMember }: FolderSpace): FolderView[] {
  const folders = new Map<string, FolderView>();
  for (const [key, tree] of queryClient.getQueriesData<Tree>({ queryKey: [...KEY, ref, kind] }))
    if ((key[4] ?? null) === (asMember ?? null)) for (const folder of tree?.items ?? []) folders.set(folder.id, folder);
  return [...folders.values()];
}

/** Returns a folder from the query cache. */
export function knownFolder(folderId: string): FolderView | undefined {
  for (const [, tree] of queryClient.getQueriesData<Tree>({ queryKey: KEY })) {
    const folder = tree?.items.find((candidate) => candidate.id === folderId);
    if (folder) return folder;
  }
  return undefined;
}

/** Returns the direct subfolders of a folder or of the root. */
export const childrenOf = (folders: readonly FolderView[] | undefined, parentId: string | null): FolderView[] =>
  folders?.filter((folder) => folder.parentId === parentId) ?? NO_FOLDERS;

/** Returns the path from the root to a folder, which is last. Terminates even if the tree has a cycle. */
export function pathTo(folders: readonly FolderView[], folderId: string | null): FolderView[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const path: FolderView[] = [];
  for (let at = folderId ? byId.get(folderId) : undefined; at && !path.includes(at); at = at.parentId ? byId.get(at.parentId) : undefined)
    path.unshift(at);
  return path;
}

function changeTrees(change: (folders: FolderView[]) => FolderView[]): void {
  queryClient.setQueriesData<Tree>({ queryKey: KEY }, (tree) => tree && { ...tree, items: change(tree.items) });
}

/** Refetches visible folder trees and deleted folders of a space (null: of all spaces) and invalidates the others. */
export async function refreshFolders(ref: SpaceRef | null = null): Promise<void> {
  await Promise.all(
    [KEY, DELETED_FOLDERS_KEY].map((key) => queryClient.invalidateQueries({ queryKey: ref === null ? key : [...key, ref] })),
  );
}

/** Refetches folders, item lists and counts of a space after a change that moved many items. */
export async function refreshContents(ref: SpaceRef): Promise<void> {
  queryClient.removeQueries({ queryKey: ["items", "list"], type: "inactive" });
  await Promise.all([
    refreshFolders(ref),
    queryClient.invalidateQueries({ queryKey: ["items", "list"] }),
    queryClient.invalidateQueries({ queryKey: ["items", "one"] }),
    queryClient.invalidateQueries({ queryKey: ["counts"] }),
  ]);
}

/** Updates a folder in every cached tree. Known thumbnails stay. */
export function cacheFolder(folder: Partial<FolderView> & { id: string }): void {
  changeTrees((folders) =>
    folders.map((known) =>
      known.id === folder.id
        ? { ...known, ...folder, thumbnails: folder.thumbnails?.length ? folder.thumbnails : known.thumbnails }
        : known,
    ),
  );
}

/** Refetches the lists of folders with a link after a link was created or turned off. */
export function refreshLinkedFolders(): void {
  void queryClient.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => queryKey.includes(LINKED) });
}

/** Adds a difference to the number of items at the root of a space. */
export function countAtRoot(ref: SpaceRef, kind: FolderKind, by: number): void {
  queryClient.setQueriesData<Level>(
    { queryKey: [...KEY, ref, kind, ROOT] },
    (level) => level && { ...level, ...(level.itemsHere === undefined ? {} : { itemsHere: Math.max(0, level.itemsHere + by) }) },
  );
}

/** Adds differences to the item counts of folders, by folder id. */
export function countInFolders(differences: ReadonlyMap<string, number>): void {
  if (differences.size === 0) return;
  changeTrees((folders) =>
    folders.map((folder) => {
      const by = differences.get(folder.id);
      return by ? { ...folder, items: Math.max(0, folder.items + by) } : folder;
    }),
  );
}

/** Creates a folder and adds it to the cache. @throws ApiError `folder-exists`, `folder-too-deep`, validation errors */
export async function makeFolder({
  ref = PERSONAL,
  ...given
}: {
  /** Target space; the personal space by default. */
  ref?: SpaceRef;
  name: string;
  kind: FolderKind;
  parentId: string | null;
  color?: string;
}): Promise<FolderView> {
  const folder = await client.call(createFolder, { params: { workspaceId: ref }, body: given as never });
  queryClient.setQueriesData<Tree>({ queryKey: [...KEY, ref, given.kind] }, (tree) =>
    tree && !tree.items.some((known) => known.id === folder.id) ? { ...tree, items: [...tree.items, folder] } : tree,
  );
  void refreshFolders(ref);
  return folder;
}

const paramsOf = (folder: FolderView): { workspaceId: SpaceRef; folderId: string } => ({
  workspaceId: spaceOf(folder),
  folderId: folder.id,
});

/** Renames, colours or moves a folder optimistically, with rollback. @throws ApiError of the server */
export async function changeFolder(folder: FolderView, change: { name?: string; color?: string; parentId?: string | null }): Promise<void> {
  cacheFolder({ id: folder.id, ...change });
  try {
    cacheFolder(await client.call(updateFolder, { params: paramsOf(folder), body: { folder: change as never } }));
  } catch (error) {
    const { name, color, parentId } = folder;
    cacheFolder({ id: folder.id, name, color, parentId });
    throw error;
  } finally {
    if (change.parentId !== undefined) void refreshFolders(spaceOf(folder));
  }
}

/** Adds or removes a folder's star optimistically, with rollback. @throws ApiError of the server */
export async function starFolder(folder: FolderView, favorite: boolean): Promise<void> {
  cacheFolder({ id: folder.id, favorite });
  try {
    await client.call(favoriteFolder, { params: paramsOf(folder), body: { favorite } });
    void queryClient.invalidateQueries({ queryKey: [...KEY, spaceOf(folder), folder.kind, STARRED] });
  } catch (error) {
    cacheFolder({ id: folder.id, favorite: folder.favorite });
    throw error;
  }
}

/**
 * Moves a folder with its subfolders to the trash; its items go to the root, or to the trash with `withItems`. Item lists are refetched.
 * @throws ApiError of the server; nothing has changed then
 */
export async function removeFolder(folder: FolderView, withItems: boolean): Promise<{ folders: number; items: number }> {
  const done = await client.call(deleteFolder, {
    params: paramsOf(folder),
    query: { withItems: withItems ? "true" : "false" },
  });
  const isInside = (one: FolderView, all: readonly FolderView[]): boolean => pathTo(all, one.id).some((step) => step.id === folder.id);
  changeTrees((folders) => folders.filter((one) => !isInside(one, folders)));
  await refreshContents(spaceOf(folder));
  return done;
}
