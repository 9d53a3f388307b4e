import type { Folder } from "@stillreel/contract";
import type { z } from "zod";
import type { Permission } from "../../access/policies/items.policy.ts";
import type { VisiblePosition } from "./folders.plan.ts";
import type { ListedFolder, StoredFolder } from "./folders.repo.ts";

/** A folder as the contract shows it. */
export type PresentedFolder = z.input<typeof Folder>;

/** Converts a folder to the contract's form, at its position for the caller. */
export function presentFolder(
  row: ListedFolder,
  { parentId, nestLevel, children }: VisiblePosition,
  permission: Permission,
): PresentedFolder {
  const { id, workspaceId, name, color, kind, favorite, linked, items, createdAt } = row;
  return {
    id,
    workspaceId,
    name,
    nestLevel,
    parentId,
    color,
    kind,
    favorite,
    linked,
    children,
    items,
    thumbnails: [],
    permission,
    createdAt,
  };
}

/** A cached folder: its position for users who may read the whole workspace, and its JSON text. */
export interface CachedFolder extends VisiblePosition {
  id: string;
  kind: StoredFolder["kind"];
  /** JSON of the data that is equal for all users. It continues with the position. */
  head: string;
  /** JSON of the position for users with full access. It continues with the user's data. */
  position: string;
}

const positionText = ({ parentId, nestLevel, children }: VisiblePosition): string =>
  `"nestLevel":${nestLevel},"parentId":${parentId === null ? "null" : `"${parentId}"`},"children":${children},`;

/**
 * Creates a cached folder. Serializing thousands of folders dominates a response, so the common part is serialized
 * once.
 */
export function cachedFolder(row: StoredFolder): CachedFolder {
  const { id, workspaceId, parentId, kind, name, color, nestLevel, createdAt, children } = row;
  const head = JSON.stringify({ id, workspaceId, name, color, kind, createdAt }).slice(0, -1);
  return { id, kind, parentId, nestLevel, children, head: flat(head, ","), position: flat(positionText(row)) };
}

/** Joins texts into a flat string. A concatenated string retains its pieces, which takes twice the memory. */
const flat = (...pieces: string[]): string => Buffer.from(pieces.join("")).toString();

/** Data of a folder that differs per user or changes often. */
export interface OwnOfFolder {
  position: VisiblePosition;
  favorite: boolean;
  linked: boolean;
  items: number;
  permission: Permission;
  thumbnails: readonly string[] | undefined;
}

/** Writes a folder as JSON, equal to {@link presentFolder}. It joins few pieces, because each costs an allocation. */
export function writeFolder(folder: CachedFolder, { position, favorite, linked, items, permission, thumbnails }: OwnOfFolder): string {
  const at = position === folder ? folder.position : positionText(position);
  const pictures = thumbnails ? `,"thumbnails":${JSON.stringify(thumbnails)}` : ',"thumbnails":[]';
  return folder.head + at + MARKS[(favorite ? 1 : 0) + (linked ? 2 : 0)] + items + pictures + END[permissionAt(permission)];
}

const MARKS = [0, 1, 2, 3].map((at) => `"favorite":${at % 2 === 1},"linked":${at > 1},"items":`);
const permissionAt = ({ read, write }: Permission): number => (read ? 1 : 0) + (write ? 2 : 0);
const END = [0, 1, 2, 3].map((at) => `,"permission":${JSON.stringify({ read: at % 2 === 1, write: at > 1 })}}`);
