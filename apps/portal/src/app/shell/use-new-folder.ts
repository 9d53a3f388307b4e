import { useCallback } from "react";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { uploadTarget } from "../../entities/uploads/upload-target.ts";
import { openDialog } from "../../platform/dialogs.ts";

/** Opens the dialog for a new folder in the open folder; on other pages at the root of the images. */
export function useNewFolder(): () => void {
  return useCallback(() => {
    const target = uploadTarget();
    if (target?.isReadOnly) return;
    const { workspaceId: space = PERSONAL, type: kind = "image", folderId: parentId = null } = target ?? {};
    openDialog("create-folder", { space, kind, parentId });
  }, []);
}
