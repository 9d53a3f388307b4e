import { useEffect } from "react";
import { setUploadTarget, type UploadTarget } from "./upload-target.ts";

/** Sets the target of new files to the open folder. */
export function useUploadTarget({ workspaceId, type, folderId, folderName, isReadOnly = false }: UploadTarget): void {
  useEffect(() => {
    setUploadTarget({ workspaceId, type, folderId, folderName, ...(isReadOnly && { isReadOnly }) });
    return () => setUploadTarget(null);
  }, [workspaceId, type, folderId, folderName, isReadOnly]);
}
