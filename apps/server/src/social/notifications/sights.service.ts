import type { Rights } from "../../access/rights/index.ts";
import { canOpen } from "../../access/policies/shares.policy.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { listSights, type SightKey, type SightRow } from "./sights.repo.ts";

/** An item as one user may read it now. */
export interface Sight {
  title: string;
  type: "image" | "video";
  /** Path of its page: in the library, or the public page for users who read it by its link. */
  path: string;
  /** Storage key of the thumbnail. Null for users who read it by its link. */
  thumbnailKey: string | null;
}

/** Items that users may read, by user and item. */
export interface Sights {
  of(userId: string, itemId: string): Sight | undefined;
}

const keyOf = ({ userId, itemId }: SightKey): string => `${userId} ${itemId}`;

/** Returns whether the public link of an item opens for a user without a password. A link with a view limit does not count. */
function opensByLink(row: SightRow, now: Date): boolean {
  if (row.slug === null || row.visibility === null) return false;
  const facts = {
    visibility: row.visibility,
    revoked: false,
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

/** Creates the service that decides which items users may read. It is used when a notification is written, listed and mailed. */
export function createSights({ db, clock }: Pick<Ports, "db" | "clock">, rights: Pick<Rights, "ofMember">) {
  async function isReader({ role, workspaceId, userId, rightsVersion, itemId, folderId }: SightRow): Promise<boolean> {
    if (role === null) return false;
    return (await rights.ofMember({ workspaceId, userId, role, rightsVersion })).onItem(itemId, folderId).read;
  }

  async function sightOf(row: SightRow, now: Date): Promise<Sight | null> {
    const { title, type, itemId } = row;
    if (await isReader(row)) {
      const library = row.isTeam ? `/w/${row.workspaceId}` : "";
      return { title, type, path: `${library}/${type}s/${itemId}`, thumbnailKey: row.thumbnailKey };
    }
    return opensByLink(row, now) ? { title, type, path: `/s/${row.slug}`, thumbnailKey: null } : null;
  }

  /** Reads which of these items their users may read now. One statement, and those of the rights of each workspace. */
  async function find(keys: readonly SightKey[]): Promise<Sights> {
    const now = clock.now();
    const rows = keys.length === 0 ? [] : await listSights(db, keys);
    const sights = await Promise.all(rows.map(async (row) => [keyOf(row), await sightOf(row, now)] as const));
    const byKey = new Map(sights.flatMap(([key, sight]): [string, Sight][] => (sight === null ? [] : [[key, sight]])));
    return { of: (userId, itemId) => byKey.get(keyOf({ userId, itemId })) };
  }

  return {
    find,
    /** Returns those of the users who may read the item. */
    async readersOf(itemId: string, userIds: readonly string[]): Promise<string[]> {
      const unique = [...new Set(userIds)];
      const sights = await find(unique.map((userId) => ({ userId, itemId })));
      return unique.filter((userId) => sights.of(userId, itemId) !== undefined);
    },
  };
}

export type SightsService = ReturnType<typeof createSights>;
