import { isBoundByEntries } from "@stillreel/contract";
import type { Pool } from "pg";
import { type Versioned, createVersionedCache } from "../../platform/db/versioned-cache.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { MemberRole } from "../policies/items.policy.ts";
import {
  type DecidedGrant,
  folderTree,
  type FolderTree,
  type PlacedGrant,
  spaceGrants,
  type SpaceGrants,
  spaceRights,
  type SpaceRights,
} from "../policies/space-rights.ts";
import { type LinkRights, linkRights, OPEN_LINK_RIGHTS } from "../policies/link-rights.ts";
import * as repo from "./rights.repo.ts";

/** Membership of a user in a workspace, with the version of its rights in the same snapshot. */
export interface Membership {
  workspaceId: string;
  userId: string;
  role: MemberRole;
  rightsVersion: number;
}

/** Maximum number of folders in cached trees of all workspaces together. Each takes about 150 bytes. */
const CACHED_FOLDERS_MAX = 250_000;
/** Maximum number of folders and items in cached rights of all users together. Each takes about 12 bytes. */
const CACHED_TARGETS_MAX = 4_000_000;
/**
 * Maximum number of attempts to read entries and tree in the same version. A change between both reads requires a
 * retry.
 */
const ATTEMPTS_MAX = 10;

const NO_GRANTS: SpaceGrants = {
  ofFolder: () => null,
  ofItem: () => null,
  decidedFolders: () => new Map<string, DecidedGrant>(),
  decidedItems: () => new Map<string, DecidedGrant>(),
  folderIds: () => [],
};
const NO_TREE = folderTree([]);
/** A user who is a member of no workspace, to whom only the entries for everyone apply. */
const NO_USER = "00000000-0000-0000-0000-000000000000";
/** Maximum number of hidden folders and items in the cached rights of links of all folders together. */
const CACHED_HIDDEN_MAX = 500_000;

/** Batches all reads of one event loop turn, so that many workspaces need as few statements as one. */
function together<Key, T>(readAll: (keys: readonly Key[]) => Promise<readonly T[]>): (key: Key) => Promise<T> {
  let waiting: { key: Key; settle: { resolve(found: T): void; reject(error: unknown): void } }[] = [];

  async function read(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const found = await readAll(asked.map(({ key }) => key));
      for (const [index, { settle }] of asked.entries()) settle.resolve(found[index] as T);
    } catch (error) {
      for (const { settle } of asked) settle.reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // The batch is read in the next tick, when all concurrent calls have been added.
      if (waiting.length === 0) process.nextTick(() => void read());
      waiting.push({ key, settle: { resolve, reject } });
    });
}

export type RightsService = ReturnType<typeof createRightsService>;

/**
 * Creates the service that evaluates rights entries once per user and version of a workspace's rights. The version is
 * read together with the membership at the start of a request. So an older cached result is never used, in any
 * process.
 */
export function createRightsService(pool: Pool) {
  const treeCache = createVersionedCache<FolderTree>(CACHED_FOLDERS_MAX);
  const grantsCache = createVersionedCache<SpaceGrants>(CACHED_TARGETS_MAX);
  const linkCache = createVersionedCache<LinkRights>(CACHED_HIDDEN_MAX);
  const decided = new WeakMap<SpaceGrants, SpaceRights>();
  const listTree = together((workspaceIds: readonly string[]) => repo.listTrees(pool, workspaceIds));
  const listGrants = together((memberships: readonly { workspaceId: string; userId: string }[]) => repo.listGrantsFor(pool, memberships));

  const readTree = (workspaceId: string, version: number): Promise<Versioned<FolderTree>> =>
    treeCache(workspaceId, version, async () => {
      const found = await listTree(workspaceId);
      return { version: found.version, weight: 1 + found.rows.length, value: folderTree(found.rows) };
    });

  /** Reads entries and tree in the same version. With different versions, an item could appear readable that never was. */
  async function readEntries(workspaceId: string, userId: string) {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const { version, rows } = await listGrants({ workspaceId, userId });
      const entries = {
        folders: rows.flatMap((row) => (row.folder_id === null ? [] : placed(row, row.folder_id))),
        items: rows.flatMap((row) => (row.item_id === null ? [] : placed(row, row.item_id))),
      };
      const tree = entries.folders.length === 0 ? { version, value: NO_TREE } : await readTree(workspaceId, version);
      if (tree.version === version) return { version, rows, entries, tree: tree.value };
    }
    throw new AppError("unavailable");
  }

  async function read(workspaceId: string, userId: string): Promise<Versioned<SpaceGrants>> {
    const { version, rows, entries, tree } = await readEntries(workspaceId, userId);
    if (rows.length === 0) return { version, weight: 1, value: NO_GRANTS };
    const teamIds = new Set(rows.flatMap((row) => (row.principal_kind === "team" ? row.principal_id : [])));
    const weight = 1 + tree.ids.length + entries.items.length;
    return { version, weight, value: spaceGrants({ userId, teamIds }, tree, entries) };
  }

  async function readLink(workspaceId: string, folderId: string): Promise<Versioned<LinkRights>> {
    const { version, rows, entries, tree } = await readEntries(workspaceId, NO_USER);
    if (rows.length === 0) return { version, weight: 1, value: OPEN_LINK_RIGHTS };
    const value = linkRights(folderId, tree, entries);
    return { version, weight: 1 + value.hiddenFolderIds.length + value.hiddenItemIds.length, value };
  }

  /** Returns the entries that apply to a user. Owners and admins are not subject to any. */
  async function grantsOf({ workspaceId, userId, role, rightsVersion }: Membership): Promise<SpaceGrants> {
    if (!isBoundByEntries(role)) return NO_GRANTS;
    return (await grantsCache(`${workspaceId} ${userId}`, rightsVersion, () => read(workspaceId, userId))).value;
  }

  return {
    grantsOf,

    /** Returns a user's rights for each folder and item. */
    async rightsOf(membership: Membership): Promise<SpaceRights> {
      const grants = await grantsOf(membership);
      const known = decided.get(grants);
      if (known?.role === membership.role) return known;
      const rights = spaceRights(membership.role, grants);
      if (grants !== NO_GRANTS) decided.set(grants, rights);
      return rights;
    },

    /** Returns what the link of a folder hides, in this version of the workspace's rights or a later one. */
    linkRightsOf: async (workspaceId: string, folderId: string, version: number): Promise<LinkRights> =>
      (await linkCache(`${workspaceId} ${folderId}`, version, () => readLink(workspaceId, folderId))).value,

    /** Returns the tree of this version or a later one. */
    treeOf: async (workspaceId: string, version: number): Promise<FolderTree> => (await readTree(workspaceId, version)).value,
  };
}

const placed = (row: repo.GrantRow, targetId: string): PlacedGrant => ({
  targetId,
  principalKind: row.principal_kind,
  principalId: row.principal_id,
  read: row.read,
  write: row.write,
});
