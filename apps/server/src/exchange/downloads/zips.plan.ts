import { BOARD_MIME_TYPE } from "@stillreel/contract";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { Conversion } from "../../platform/ports/images.port.ts";
import { cleanName, createNames, type Names } from "../../platform/ports/archives/index.ts";
import { mediaNameOf, planDownload } from "./downloads.plan.ts";
import type { ZipFolderRow, ZipItemRow, ZipRow } from "./zips.repo.ts";

/** A requested file that is missing in the zip. */
export interface LeftOut {
  name: string;
  reason: string;
}

/** A file in a zip. */
export interface ZipPart {
  /** Path in the zip. */
  name: string;
  itemId: string;
  /** Null for a whiteboard, whose file is written when it is sent. */
  storageKey: string | null;
  sizeBytes: number;
  /** Conversion of an image; null for a file that is delivered unchanged. */
  conversion: Conversion | null;
  modifiedAt: Date;
}

export interface ZipPlan {
  parts: ZipPart[];
  leftOut: LeftOut[];
}

/** Name of the file in a zip that lists the missing files. */
export const NOT_INCLUDED = "not-included.txt";

/**
 * Returns the found folders and items that the caller may read. A folder inside an unreadable one is placed in its nearest
 * readable ancestor. Of an unreadable folder, only items that were selected individually are included.
 */
export function readableOf(
  rights: Pick<SpaceRights, "onFolder" | "onItem">,
  found: { folders: readonly ZipFolderRow[]; items: readonly ZipItemRow[] },
  chosenIds: ReadonlySet<string>,
): { folders: ZipFolderRow[]; items: ZipItemRow[] } {
  const byId = new Map(found.folders.map((folder) => [folder.id, folder]));
  const isRead = new Map(found.folders.map(({ id }) => [id, rights.onFolder(id).read]));
  const above = (parentId: string | null): string | null => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (!parent || isRead.get(parent.id)) return parent?.id ?? null;
    return above(parent.parent_id);
  };
  return {
    folders: found.folders.flatMap((folder) => (isRead.get(folder.id) ? { ...folder, parent_id: above(folder.parent_id) } : [])),
    items: found.items.filter(({ id, folder_id: folderId }) => {
      const comesAlong = folderId === null || isRead.get(folderId) !== false || chosenIds.has(id);
      return comesAlong && rights.onItem(id, folderId).read;
    }),
  };
}

/** Returns the path of each folder in the zip, relative to the outermost selected folder. Paths end with `/`. */
export function folderPaths(folders: readonly ZipFolderRow[], names: Names): Map<string, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const paths = new Map<string, string>();
  const pathOf = (folder: ZipFolderRow): string => {
    const known = paths.get(folder.id);
    if (known !== undefined) return known;
    const parent = folder.parent_id === null ? undefined : byId.get(folder.parent_id);
    const path = `${names.take(parent ? pathOf(parent) : "", cleanName(folder.name, "Folder"))}/`;
    paths.set(folder.id, path);
    return path;
  };
  for (const folder of folders) pathOf(folder);
  return paths;
}

/** Returns the name and the conversion of an item's file. GIFs, which may move, and videos remain unchanged. */
function fileOf(item: ZipItemRow, format: ZipRow["format"]): Pick<ZipPart, "name" | "conversion"> {
  const name = mediaNameOf({ title: item.title, fullFileName: item.full_file_name, mimeType: item.mime_type });
  if (!item.mime_type.startsWith("image/") || item.mime_type === "image/gif") return { name, conversion: null };
  const plan = planDownload({ type: "image", mimeType: item.mime_type, fullFileName: name }, { format, paper: "picture" });
  return { name: plan?.fileName ?? name, conversion: plan?.kind === "converted" ? plan.conversion : null };
}

/** Assigns file names in the zip. Selected items are at the top level, items of selected folders in their folders. */
export function planZip(items: readonly ZipItemRow[], folders: readonly ZipFolderRow[], format: ZipRow["format"]): ZipPlan {
  const names = createNames();
  names.take("", NOT_INCLUDED);
  const paths = folderPaths(folders, names);
  const parts: ZipPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const item of items) {
    const { name, conversion } = fileOf(item, format);
    if (item.trashed) leftOut.push({ name, reason: "It is in the trash." });
    else if (item.storage_key === null && item.mime_type !== BOARD_MIME_TYPE) leftOut.push({ name, reason: "Its file has not arrived." });
    else
      parts.push({
        name: names.take((item.folder_id === null ? undefined : paths.get(item.folder_id)) ?? "", name),
        itemId: item.id,
        storageKey: item.storage_key,
        sizeBytes: Number(item.size_bytes),
        conversion,
        modifiedAt: item.created_at,
      });
  }
  return { parts, leftOut };
}

/** Returns the text of {@link NOT_INCLUDED}. */
export function notIncludedText(leftOut: readonly LeftOut[]): Buffer {
  const lines = leftOut.map(({ name, reason }) => `${name}: ${reason}`);
  return Buffer.from(`These files are not in this archive:\r\n\r\n${lines.join("\r\n")}\r\n`);
}
