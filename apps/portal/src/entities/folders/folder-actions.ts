import { toasts } from "@stillreel/ui";
import { IconFolderSymlink, IconStar } from "@tabler/icons-react";
import i18next from "i18next";
import { errorText } from "../../platform/api.ts";
import { changeFolder, knownFolder, starFolder, type FolderKind, type FolderView } from "./folders.queries.ts";
import { knownWorkspace } from "../spaces/spaces.queries.ts";
import { spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { offerUndo } from "../undo/undo.ts";
import { toastIcon } from "../undo/toast-icon.ts";

/** Returns the name of a folder or root; in a workspace the root has its name. */
export function folderLabel(folderId: string | null, kind: FolderKind, ref: SpaceRef): string {
  const name = folderId === null ? knownWorkspace(ref)?.name : knownFolder(folderId)?.name;
  return name ?? i18next.t(`selection:move.${kind}`);
}

/** Moves a folder into another (null: to the root), with undo. */
export async function moveFolderWithUndo(folder: FolderView, parentId: string | null): Promise<void> {
  const folderName = folderLabel(parentId, folder.kind, spaceOf(folder));
  if (!(await tried(() => changeFolder(folder, { parentId })))) return;
  const text = i18next.t("selection:toasts.folderMoved", { name: folder.name, place: folderName });
  const back = async (): Promise<void> => void (await tried(() => changeFolder({ ...folder, parentId }, { parentId: folder.parentId })));
  offerUndo(text, i18next.t("library:actions.undo"), back, toastIcon(IconFolderSymlink));
}

/** Adds or removes a folder's star, with undo. */
export async function starFolderWithUndo(folder: FolderView): Promise<void> {
  if (!(await tried(() => starFolder(folder, true)))) return;
  const text = i18next.t("selection:toasts.folderStarred", { name: folder.name });
  const back = async (): Promise<void> => void (await tried(() => starFolder({ ...folder, favorite: true }, false)));
  offerUndo(text, i18next.t("library:actions.undo"), back, toastIcon(IconStar));
}

async function tried(change: () => Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    toasts.error(errorText(error));
    return false;
  }
}
