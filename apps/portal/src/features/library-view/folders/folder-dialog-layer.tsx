import { lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import { closeFolderDialog, folderDialog } from "./folder-dialogs.ts";

const CreateFolderDialog = lazy(() => import("./create-folder-dialog.tsx").then((module) => ({ default: module.CreateFolderDialog })));
const DeleteFolderDialog = lazy(() => import("./delete-folder-dialog.tsx").then((module) => ({ default: module.DeleteFolderDialog })));

/** Place of the dialogs about folders. Mounted once in the shell. */
export function FolderDialogLayer(): ReactNode {
  const open = useSyncExternalStore(folderDialog.subscribe, folderDialog.current, folderDialog.current);
  return (
    <Suspense>
      {open?.mode === "create" && (
        <CreateFolderDialog space={open.ref} kind={open.kind} parentId={open.parentId} onClose={closeFolderDialog} />
      )}
      {open?.mode === "delete" && <DeleteFolderDialog folder={open.folder} onDeleted={open.onDeleted} onClose={closeFolderDialog} />}
    </Suspense>
  );
}
