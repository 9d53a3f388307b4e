import { useEffect } from "react";
import { setUploadTarget, type UploadTarget } from "./upload-target.ts";

/** New files go where one is. */
export function useUploadTarget({ workspaceId, type, folderId, folderName, isReadOnly = false }: UploadTarget): void {
  useEffect(() => {
    setUploadTarget({ workspaceId, type, folderId, folderName, ...(isReadOnly && { isReadOnly }) });
    return () => setUploadTarget(null);
  }, [workspaceId, type, folderId, folderName, isReadOnly]);
}
