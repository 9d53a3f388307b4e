import { toasts } from "@stillreel/ui";
import { IconFolderSymlink, IconStar, IconTrash } from "@tabler/icons-react";
import i18next from "i18next";
import { errorText } from "../../platform/api.ts";
import { changeFolder, knownFolder, removeFolder, starFolder, type FolderKind, type FolderView } from "./folders.queries.ts";
import { restoreDeleted } from "./deleted-folders.queries.ts";
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

/**
 * Moves a folder to the trash, with undo in the toast and by ⌘Z, which restores it with its contents. Its items go to the root named `root`,
 * or to the trash with `withItems`.
 * @throws ApiError of the server; nothing has changed then
 */
export async function removeFolderWithUndo(folder: FolderView, withItems: boolean, root: string): Promise<void> {
  const { items } = await removeFolder(folder, withItems);
  const text =
    items === 0
      ? i18next.t("library:folder.deleted")
      : withItems
        ? i18next.t("library:folder.deletedToTrash", { count: items })
        : i18next.t("library:folder.deletedToRoot", { count: items, place: root });
  const back = async (): Promise<void> => void (await restoreFolder(spaceOf(folder), folder.id));
  offerUndo(text, i18next.t("library:actions.undo"), back, toastIcon(IconTrash));
}

/** Restores a deleted folder with its contents and shows a message. Returns whether it was restored. */
export async function restoreFolder(ref: SpaceRef, folderId: string): Promise<boolean> {
  return tried(async () => {
    const { name } = await restoreDeleted(ref, folderId);
    toasts.show(i18next.t("library:folder.restored", { name }), { tone: "done" });
  });
}

/** Restores deleted folders one after another and shows a message. Returns whether all were restored. */
export async function restoreFolders(ref: SpaceRef, folders: readonly { id: string }[]): Promise<boolean> {
  return tried(async () => {
    for (const { id } of folders) await restoreDeleted(ref, id);
    toasts.show(i18next.t("library:toasts.foldersRestored", { count: folders.length }), { tone: "done" });
  });
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
