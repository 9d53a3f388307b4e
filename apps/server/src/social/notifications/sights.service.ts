import type { ItemType } from "@stillreel/contract";
import type { Rights } from "../../access/rights/index.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import { canOpen } from "../../access/policies/shares.policy.ts";
import { isRetryable } from "../../media/media/index.ts";
import type { Workspaces } from "../../people/workspaces/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import {
  type FolderSightRow,
  type ItemSightRow,
  listFolderSights,
  listItemSights,
  listWorkspaceSights,
  type SightKey,
} from "./sights.repo.ts";

/** An item, a folder or a workspace as one user may read it now. */
export interface Sight {
  title: string;
  /** Null for folders and workspaces. */
  type: ItemType | null;
  /** Path of its page: in the library, or the public page for users who read an item by its link. */
  path: string;
  /** Storage key of the thumbnail. Null for folders, and for users who read an item by its link. */
  thumbnailKey: string | null;
  /** The link by which the user reads an item. Null for users who may read it without one. */
  slug: string | null;
  /** What the user can do with it now: join a workspace, or repeat the failed work on an item. */
  action: "join" | "retry" | null;
}

/** What folders and workspaces have in common. */
const CONTAINER = { type: null, thumbnailKey: null, slug: null, action: null } as const;

/** Objects that users may read. */
export interface Sights {
  of(key: SightKey): Sight | undefined;
}

type Found = readonly [key: SightKey, sight: Sight | null];

const keyOf = ({ userId, type, id }: SightKey): string => `${userId} ${type} ${id}`;

/** Returns whether the public link of an item opens for a user without a password. A link with a view limit does not count. */
function opensByLink(row: ItemSightRow, now: Date): boolean {
  if (row.slug === null || row.visibility === null) return false;
  const facts = {
    visibility: row.visibility,
    revoked: false,
    takenDown: false,
    trashed: row.isTrashed,
    expiresAt: row.expiresAt,
    hasPassword: row.hasPassword,
    unlocked: false,
    isReader: false,
    unfinished: row.isUnfinished,
    isOwner: false,
    spent: row.hasViewLimit,
    isGuest: row.isGuest,
  };
  return canOpen({ kind: "anonymous" }, facts, now).ok;
}

/** Returns the path of a folder's page in the library. */
const folderPath = ({ id, isTeam, kind, workspaceId }: FolderSightRow): string =>
  isTeam ? `/w/${workspaceId}/folder/${id}` : `/${kind === "mixed" ? "image" : kind}s?folder=${id}`;

/** Creates the functions that read workspaces for their members and for invited users. */
function workspaceReaders(db: Ports["db"], invites: Pick<Workspaces["invites"], "openFor">) {
  const read = async (type: "workspace" | "invite", keys: readonly SightKey[]): Promise<Found[]> =>
    (await listWorkspaceSights(db, keys)).map(({ userId, id, title }) => [
      { userId, id, type },
      { ...CONTAINER, title, path: type === "invite" ? `/w/${id}` : `/w/${id}/members` },
    ]);
  return {
    workspace: (keys: readonly SightKey[]): Promise<Found[]> => read("workspace", keys),
    /** Returns the invites that their users can accept, and those that they accepted. */
    async invite(keys: readonly SightKey[]): Promise<Found[]> {
      const [open, accepted] = await Promise.all([
        invites.openFor(keys.map(({ userId, id }) => ({ userId, workspaceId: id }))),
        read("invite", keys),
      ]);
      const shown = open.map(({ userId, workspaceId, workspaceName, path }): Found => [
        { userId, id: workspaceId, type: "invite" },
        { ...CONTAINER, title: workspaceName, path, action: "join" },
      ]);
      return [...shown, ...accepted];
    },
  };
}

/** Creates the service that decides what users may read. It is used when a notification is written, listed and mailed. */
export function createSights(
  { db, clock }: Pick<Ports, "db" | "clock">,
  { rights, invites }: { rights: Pick<Rights, "ofMember">; invites: Pick<Workspaces["invites"], "openFor"> },
) {
  async function rightsOf({ role, workspaceId, userId, rightsVersion }: FolderSightRow | ItemSightRow): Promise<SpaceRights | null> {
    return role === null ? null : rights.ofMember({ workspaceId, userId, role, rightsVersion });
  }

  async function itemSight(row: ItemSightRow, now: Date): Promise<Sight | null> {
    const { title, type, id } = row;
    const able = await rightsOf(row);
    if (able?.onItem(id, row.folderId).read) {
      const library = row.isTeam ? `/w/${row.workspaceId}` : "";
      const canRetry = isRetryable(row.failure) && !row.isTrashed && able.onItem(id, row.folderId).write;
      return {
        title,
        type,
        path: `${library}/${type}s/${id}`,
        thumbnailKey: row.thumbnailKey,
        slug: null,
        action: canRetry ? "retry" : null,
      };
    }
    return opensByLink(row, now) ? { title, type, path: `/s/${row.slug}`, thumbnailKey: null, slug: row.slug, action: null } : null;
  }

  async function folderSight(row: FolderSightRow): Promise<Sight | null> {
    const able = await rightsOf(row);
    const { id, title, guestSlug } = row;
    if (able?.onFolder(id).read) return { ...CONTAINER, title, path: folderPath(row) };
    return guestSlug === null ? null : { ...CONTAINER, title, slug: guestSlug, path: `/s/${guestSlug}` };
  }

  async function itemSights(keys: readonly SightKey[]): Promise<Found[]> {
    const now = clock.now();
    const rows = await listItemSights(db, keys);
    return Promise.all(rows.map(async (row): Promise<Found> => [{ ...row, type: "item" }, await itemSight(row, now)]));
  }

  async function folderSights(keys: readonly SightKey[]): Promise<Found[]> {
    const rows = await listFolderSights(db, keys);
    return Promise.all(rows.map(async (row): Promise<Found> => [{ ...row, type: "folder" }, await folderSight(row)]));
  }

  const readers = { item: itemSights, folder: folderSights, ...workspaceReaders(db, invites) };

  /** Reads which of these objects their users may read now. One statement for each type, and those of the rights of each workspace. */
  async function find(keys: readonly SightKey[]): Promise<Sights> {
    const byType = Object.groupBy(keys, ({ type }) => type);
    const found = await Promise.all((Object.keys(byType) as SightKey["type"][]).map((type) => readers[type](byType[type] ?? [])));
    const byKey = new Map(found.flat().flatMap(([key, sight]): [string, Sight][] => (sight === null ? [] : [[keyOf(key), sight]])));
    return { of: (key) => byKey.get(keyOf(key)) };
  }

  return {
    find,
    /** Returns those of the users who may read the item. */
    async readersOf(itemId: string, userIds: readonly string[]): Promise<string[]> {
      const unique = [...new Set(userIds)];
      const keyFor = (userId: string): SightKey => ({ userId, type: "item", id: itemId });
      const sights = await find(unique.map(keyFor));
      return unique.filter((userId) => sights.of(keyFor(userId)) !== undefined);
    },
  };
}

export type SightsService = ReturnType<typeof createSights>;
