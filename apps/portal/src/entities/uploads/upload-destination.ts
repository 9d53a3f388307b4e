import { PERSONAL, type SpaceRef } from "../spaces/space-ref.ts";
import { kindOf, type ItemKind } from "./file-kind.ts";
import type { UploadTarget } from "./upload-target.ts";

/** A dropped, pasted or selected file. `path` names its folders, outermost first. */
export interface PickedFile {
  file: File;
  path: readonly string[];
  /** Handle with which the browser can read the file after a reload. */
  handle?: Promise<FileSystemFileHandle | null>;
}

/** Target of a file: below `folderId` (null for the root) in the folders of `path`, which are created if missing. */
export interface UploadDestination {
  workspaceId: SpaceRef;
  kind: ItemKind | "archive";
  /** Kind of the created folders; null in spaces with mixed folders. */
  folderKind: ItemKind | null;
  folderId: string | null;
  folderName: string | null;
  path: readonly string[];
}

/** Target of an archive for import. */
export const ARCHIVE_DESTINATION: UploadDestination = {
  workspaceId: PERSONAL,
  kind: "archive",
  folderKind: null,
  folderId: null,
  folderName: null,
  path: [],
};

/** Returns the target of a file according to the open folder; null for unsupported files. */
export function destinationOf({ file, path }: Pick<PickedFile, "file" | "path">, target: UploadTarget | null): UploadDestination | null {
  const kind = kindOf(file);
  if (!kind) return null;
  // A video dropped on an image folder goes to the root of the videos.
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
