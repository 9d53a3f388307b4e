import type { ItemType } from "../../../entities/items/item-list.ts";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../../../entities/spaces/space-ref.ts";
import { isWithin, type FolderLookup } from "../../../entities/folders/folder-tree.ts";

/** A drop target. `root` is the root of a personal tree, `space` the root of a workspace. */
export type DropTarget =
  | { kind: "folder"; folderId: string }
  | { kind: "root"; type: ItemType }
  | { kind: "space"; ref: SpaceRef }
  | { kind: "starred" }
  | { kind: "trash" };

/** The dragged subject: items of one space (with types and common folder, if any), or a folder. */
export type DragSubject = ItemsSubject | { kind: "folder"; folder: FolderView };

interface ItemsSubject {
  kind: "items";
  space: SpaceRef;
  count: number;
  types: ReadonlySet<ItemType>;
  folderId: string | null | undefined;
  isStarred: boolean;
}

/** Finds a known folder, and says whether the user may add to the top level of a workspace. */
export interface DropFolders extends FolderLookup {
  canAddTo?: (ref: SpaceRef) => boolean;
}

/** Returns the value of `data-drop-target`: `folder:<id>`, `root:image`, `root:video`, `root:board`, `space:<workspace id>`, `starred` or `trash`. */
export function targetKey(target: DropTarget): string {
  if (target.kind === "folder") return `folder:${target.folderId}`;
  if (target.kind === "space") return `space:${target.ref}`;
  return target.kind === "root" ? `root:${target.type}` : target.kind;
}

/** Parses the result of {@link targetKey}; null for anything else. */
export function readTarget(key: string | null | undefined): DropTarget | null {
  const [kind, rest] = key?.split(":", 2) ?? [];
  if (kind === "folder" && rest) return { kind, folderId: rest };
  if (kind === "root" && (rest === "image" || rest === "video" || rest === "board")) return { kind, type: rest };
  if (kind === "space" && rest) return { kind, ref: rest };
  return kind === "starred" || kind === "trash" ? { kind } : null;
}

/** Returns whether a drop is permitted and would change something; other targets are not highlighted. */
export function accepts(target: DropTarget, subject: DragSubject, folders: DropFolders): boolean {
  return subject.kind === "items" ? acceptsItems(target, subject, folders) : acceptsFolder(target, subject.folder, folders);
}

function acceptsItems(target: DropTarget, subject: ItemsSubject, folders: DropFolders): boolean {
  switch (target.kind) {
    case "folder": {
      const folder = folders.get(target.folderId);
      if (!folder?.permission.write || spaceOf(folder) !== subject.space) return false;
      return folder.id !== subject.folderId && takes(folder.kind, subject.types);
    }
    case "root":
      return subject.space === PERSONAL && subject.folderId !== null && takes(target.type, subject.types);
    case "space":
      return subject.space === target.ref && subject.folderId !== null && folders.canAddTo?.(target.ref) === true;
    case "starred":
      return !subject.isStarred;
    case "trash":
      return true;
  }
}

function acceptsFolder(target: DropTarget, folder: FolderView, folders: DropFolders): boolean {
  switch (target.kind) {
    case "folder": {
      const parent = folders.get(target.folderId);
      if (!parent?.permission.write || spaceOf(parent) !== spaceOf(folder)) return false;
      return parent.kind === folder.kind && parent.id !== folder.parentId && !isWithin(parent.id, folder.id, folders);
    }
    case "root":
      return target.type === folder.kind && folder.parentId !== null;
    case "space":
      return spaceOf(folder) === target.ref && folder.parentId !== null && folders.canAddTo?.(target.ref) === true;
    case "starred":
      return !folder.favorite;
    case "trash":
      // Deleting a folder needs a decision about its items, which a drop cannot provide.
      return false;
  }
}

/** Returns whether a folder of this kind accepts items of these types. */
const takes = (kind: FolderView["kind"], types: ReadonlySet<ItemType>): boolean =>
  kind === "mixed" || [...types].every((type) => type === kind);
