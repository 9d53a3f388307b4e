import type { SpaceRef } from "../../../entities/spaces/space-ref.ts";
import type { FolderKind, FolderView } from "../../../entities/folders/folders.queries.ts";

/** The dialog about folders that is open: a new one in a place, or the end of one. */
export type FolderDialog =
  | { mode: "create"; ref: SpaceRef; kind: FolderKind; parentId: string | null }
  | { mode: "delete"; folder: FolderView; onDeleted?: () => void };

let open: FolderDialog | null = null;
const listeners = new Set<() => void>();

function set(next: FolderDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog about folders, from wherever: a tile, the New menu, a key. */
export const openFolderDialog = (dialog: FolderDialog): void => set(dialog);
/** Closes it. */
export const closeFolderDialog = (): void => set(null);

/** The open dialog as a store for `useSyncExternalStore`. */
export const folderDialog = {
  current: (): FolderDialog | null => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
