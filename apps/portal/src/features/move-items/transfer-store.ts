import type { ItemView } from "../../entities/items/item-list.ts";

/** Moving or copying items to a folder of any space, or adding from one's own library to a workspace's folder. */
export type TransferAsk =
  | { mode: "move" | "copy"; items: readonly ItemView[] }
  | { mode: "add"; workspaceId: string; folderId: string | null; name: string };

let asked: TransferAsk | null = null;
const listeners = new Set<() => void>();

function set(next: TransferAsk | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks to which space and folder items are to go, and moves or copies them there. For menus and the selection bar. */
export const openTransfer = (mode: "move" | "copy", items: readonly ItemView[]): void => {
  if (items.length > 0) set({ mode, items });
};

/** Lets somebody choose from their own library what is copied into a folder (null: the top level) of a workspace, named `name`. */
export const openAddFromPersonal = (into: { workspaceId: string; folderId: string | null; name: string }): void =>
  set({ mode: "add", ...into });

/** Closes whichever is open. */
export const closeTransfer = (): void => set(null);

/** What is open, as a store for `useSyncExternalStore`. */
export const transferDialog = {
  current: (): TransferAsk | null => asked,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
