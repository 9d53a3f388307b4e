import { useEffect, useState } from "react";
import type { FolderChoice } from "../../../shared/data/account.ts";

/** Returns the folders for saving: the cached list immediately, then the server's list. */
export function useFolders(): readonly FolderChoice[] {
  const [folders, setFolders] = useState<readonly FolderChoice[]>([]);
  useEffect(() => {
    let isGone = false;
    const show = (found: readonly FolderChoice[] | null): void => {
      if (!isGone && found) setFolders(found);
    };
    // The picture has priority: the request waits until the page is idle.
    const waiting = requestIdleCallback(() => {
      void import("./server-actions.ts").then(async ({ refreshFolders, storedFolders, ownerNow }) => {
        if (!(await ownerNow())) return;
        show(await storedFolders());
        // Without a server the cached folders stay.
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
