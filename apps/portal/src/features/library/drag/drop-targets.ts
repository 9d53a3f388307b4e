import type { FolderView } from "../../folders/index.ts";

/** Where something can be dropped. `root` is the top of one of the personal trees. */
export type DropTarget =
  | { kind: "folder"; folderId: string }
  | { kind: "root"; type: "image" | "video" }
  | { kind: "starred" }
  | { kind: "trash" };

/** What is being dragged: items (their types, and the one folder that all lie in, if it is one), or a folder. */
export type DragSubject =
  | { kind: "items"; count: number; types: ReadonlySet<"image" | "video">; folderId: string | null | undefined; isStarred: boolean }
  | { kind: "folder"; folder: FolderView };

/** Finds a folder that the page knows. */
export interface FolderLookup {
  get: (folderId: string) => FolderView | undefined;
}

/** The text that marks an element as a target: `data-drop-target="folder:<id>"`, `root:image`, `root:video`, `starred` or `trash`. */
export function targetKey(target: DropTarget): string {
  if (target.kind === "folder") return `folder:${target.folderId}`;
  return target.kind === "root" ? `root:${target.type}` : target.kind;
}

/** Reads what {@link targetKey} wrote; null for anything else. */
export function readTarget(key: string | null | undefined): DropTarget | null {
  const [kind, rest] = key?.split(":", 2) ?? [];
  if (kind === "folder" && rest) return { kind, folderId: rest };
  if (kind === "root" && (rest === "image" || rest === "video")) return { kind, type: rest };
  return kind === "starred" || kind === "trash" ? { kind } : null;
}

/** Whether a drop there would change something and is allowed; a target that refuses does not light up. */
export function accepts(target: DropTarget, subject: DragSubject, folders: FolderLookup): boolean {
  return subject.kind === "items" ? acceptsItems(target, subject, folders) : acceptsFolder(target, subject.folder, folders);
}

function acceptsItems(target: DropTarget, subject: Extract<DragSubject, { kind: "items" }>, folders: FolderLookup): boolean {
  switch (target.kind) {
    case "folder": {
      const folder = folders.get(target.folderId);
      return folder !== undefined && folder.id !== subject.folderId && takes(folder.kind, subject.types);
    }
    case "root":
      return subject.folderId !== null && takes(target.type, subject.types);
    case "starred":
      return !subject.isStarred;
    case "trash":
      return true;
  }
}

function acceptsFolder(target: DropTarget, folder: FolderView, folders: FolderLookup): boolean {
  switch (target.kind) {
    case "folder": {
      const parent = folders.get(target.folderId);
      return parent?.kind === folder.kind && parent.id !== folder.parentId && !isWithin(parent.id, folder.id, folders);
    }
    case "root":
      return target.type === folder.kind && folder.parentId !== null;
    case "starred":
      return !folder.favorite;
    case "trash":
      // Deleting a folder asks what becomes of its items; a drop cannot.
      return false;
  }
}

/** Whether a folder of this kind takes items of these types. */
export const takes = (kind: FolderView["kind"], types: ReadonlySet<"image" | "video">): boolean =>
  kind === "mixed" || [...types].every((type) => type === kind);

/** True when a folder is `ancestorId` or lies anywhere inside of it. Ends even if the tree has a loop. */
export function isWithin(folderId: string, ancestorId: string, folders: FolderLookup): boolean {
  const seen = new Set<string>();
  for (let id: string | null = folderId; id !== null && !seen.has(id); id = folders.get(id)?.parentId ?? null) {
    if (id === ancestorId) return true;
    seen.add(id);
  }
  return false;
}
