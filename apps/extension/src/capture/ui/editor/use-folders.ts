import { useEffect, useState } from "react";
import type { FolderChoice } from "../../../shared/data/account.ts";

/** Folders that a capture can be saved to: as last seen at once, and as the server knows them a little later. */
export function useFolders(): readonly FolderChoice[] {
  const [folders, setFolders] = useState<readonly FolderChoice[]>([]);
  useEffect(() => {
    let isGone = false;
    const show = (found: readonly FolderChoice[] | null): void => {
      if (!isGone && found) setFolders(found);
    };
    // The picture first: all this waits until the page has nothing better to do.
    const waiting = requestIdleCallback(() => {
      void import("./server-actions.ts").then(async ({ refreshFolders, storedFolders, ownerNow }) => {
        if (!(await ownerNow())) return;
        show(await storedFolders());
        // Without a server the folders stay as they were seen last.
        show(await refreshFolders().catch(() => null));
      });
    });
    return () => {
      isGone = true;
      cancelIdleCallback(waiting);
    };
  }, []);
  return folders;
}
