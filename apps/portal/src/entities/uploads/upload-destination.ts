import { PERSONAL, type SpaceRef } from "../spaces/space-ref.ts";
import { kindOf, type ItemKind } from "./file-kind.ts";
import type { UploadTarget } from "./upload-target.ts";

/** A file that somebody dropped, pasted or chose. `path` names the folders that it lay in, outermost first. */
export interface PickedFile {
  file: File;
  path: readonly string[];
  /** With it a browser finds the file again after a reload. */
  handle?: Promise<FileSystemFileHandle | null>;
}

/** Where a file goes: below `folderId` (null for the root) into the folders of `path`, which are made where they are missing. */
export interface UploadDestination {
  workspaceId: SpaceRef;
  kind: ItemKind | "archive";
  /** Kind of the folders on the way; null in spaces that mix both. */
  folderKind: ItemKind | null;
  folderId: string | null;
  folderName: string | null;
  path: readonly string[];
}

/** Where a zip goes that is to be imported. */
export const ARCHIVE_DESTINATION: UploadDestination = {
  workspaceId: PERSONAL,
  kind: "archive",
  folderKind: null,
  folderId: null,
  folderName: null,
  path: [],
};

/** Where a picked file goes, seen the folder on the screen; null for files that are neither pictures nor videos. */
export function destinationOf({ file, path }: Pick<PickedFile, "file" | "path">, target: UploadTarget | null): UploadDestination | null {
  const kind = kindOf(file);
  if (!kind) return null;
  // A video that is dropped onto a folder of images goes to the root of the videos.
  const fits = target !== null && (target.type === "mixed" || target.type === kind);
  return {
    workspaceId: target?.workspaceId ?? PERSONAL,
    kind,
    folderKind: target?.type === "mixed" ? null : kind,
    folderId: fits ? target.folderId : null,
    folderName: fits ? target.folderName : null,
    path,
  };
}
