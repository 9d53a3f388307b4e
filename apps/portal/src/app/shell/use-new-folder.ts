import { useCallback } from "react";
import { openFolderDialog } from "../../features/library-view/folders/folder-dialogs.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { uploadTarget } from "../../entities/uploads/upload-target.ts";

/** Asks for a new folder in the place on screen; elsewhere at the root of the images. */
export function useNewFolder(): () => void {
  return useCallback(() => {
    const target = uploadTarget();
    if (target?.isReadOnly) return;
    const { workspaceId: ref = PERSONAL, type: kind = "image", folderId: parentId = null } = target ?? {};
    openFolderDialog({ mode: "create", ref, kind, parentId });
  }, []);
}
