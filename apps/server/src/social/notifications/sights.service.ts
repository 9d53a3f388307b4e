import type { Rights } from "../../access/rights/index.ts";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import { canOpen } from "../../access/policies/shares.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type FolderSightRow, type ItemSightRow, listFolderSights, listItemSights, type SightKey } from "./sights.repo.ts";

/** An item or a folder as one user may read it now. */
export interface Sight {
  title: string;
  /** Null for folders. */
  type: "image" | "video" | null;
  /** Path of its page: in the library, or the public page for users who read an item by its link. */
  path: string;
  /** Storage key of the thumbnail. Null for folders, and for users who read an item by its link. */
  thumbnailKey: string | null;
}

/** Items and folders that users may read. */
export interface Sights {
  of(userId: string, id: string): Sight | undefined;
}

const keyOf = ({ userId, id }: Pick<SightKey, "userId" | "id">): string => `${userId} ${id}`;

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
  };
  return canOpen({ kind: "anonymous" }, facts, now).ok;
}

/** Creates the service that decides what users may read. It is used when a notification is written, listed and mailed. */
export function createSights({ db, clock }: Pick<Ports, "db" | "clock">, rights: Pick<Rights, "ofMember">) {
  async function rightsOf({ role, workspaceId, userId, rightsVersion }: FolderSightRow): Promise<SpaceRights | null> {
    return role === null ? null : rights.ofMember({ workspaceId, userId, role, rightsVersion });
  }

  async function itemSight(row: ItemSightRow, now: Date): Promise<Sight | null> {
    const { title, type, id } = row;
    const able = await rightsOf(row);
    if (able?.onItem(id, row.folderId).read) {
      const library = row.isTeam ? `/w/${row.workspaceId}` : "";
      return { title, type, path: `${library}/${type}s/${id}`, thumbnailKey: row.thumbnailKey };
    }
    return opensByLink(row, now) ? { title, type, path: `/s/${row.slug}`, thumbnailKey: null } : null;
  }

  async function folderSight(row: FolderSightRow): Promise<Sight | null> {
    const able = await rightsOf(row);
    if (!able?.onFolder(row.id).read) return null;
    return { title: row.title, type: null, path: `/w/${row.workspaceId}/folder/${row.id}`, thumbnailKey: null };
  }

  /** Reads which of these objects their users may read now. One statement for each type, and those of the rights of each workspace. */
  async function find(keys: readonly SightKey[]): Promise<Sights> {
    const now = clock.now();
    const { item = [], folder = [] } = Object.groupBy(keys, ({ type }) => type);
    const [items, folders] = await Promise.all([
      item.length === 0 ? [] : listItemSights(db, item),
      folder.length === 0 ? [] : listFolderSights(db, folder),
    ]);
    const sights = await Promise.all([
      ...items.map(async (row) => [keyOf(row), await itemSight(row, now)] as const),
      ...folders.map(async (row) => [keyOf(row), await folderSight(row)] as const),
    ]);
    const byKey = new Map(sights.flatMap(([key, sight]): [string, Sight][] => (sight === null ? [] : [[key, sight]])));
    return { of: (userId, id) => byKey.get(keyOf({ userId, id })) };
  }

  return {
    find,
    /** Returns those of the users who may read the item. */
    async readersOf(itemId: string, userIds: readonly string[]): Promise<string[]> {
      const unique = [...new Set(userIds)];
      const sights = await find(unique.map((userId) => ({ userId, type: "item", id: itemId })));
      return unique.filter((userId) => sights.of(userId, itemId) !== undefined);
    },
  };
}

export type SightsService = ReturnType<typeof createSights>;
