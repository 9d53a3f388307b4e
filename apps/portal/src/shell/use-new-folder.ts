import { useCallback } from "react";
import { openFolderDialog } from "../features/folders/index.ts";
import { PERSONAL } from "../features/spaces/index.ts";
import { uploadTarget } from "../features/uploads/index.ts";

/** Asks for a new folder in the place on screen; elsewhere at the root of the images. */
export function useNewFolder(): () => void {
  return useCallback(() => {
    const target = uploadTarget();
    if (target?.isReadOnly) return;
    const { workspaceId: ref = PERSONAL, type: kind = "image", folderId: parentId = null } = target ?? {};
    openFolderDialog({ mode: "create", ref, kind, parentId });
  }, []);
}
