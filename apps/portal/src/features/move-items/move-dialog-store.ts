import type { FolderView } from "../../entities/folders/folders.queries.ts";
import type { Chosen } from "../library-view/selection/chosen.ts";

/** What the move dialog is about: items, or a folder. */
export type MoveSubject = Chosen | { folder: FolderView };

const listeners = new Set<() => void>();
let subject: MoveSubject | null = null;

/** Which dialog is open; for the part that shows it. */
export const moveDialog = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): MoveSubject | null => subject,
};

const set = (next: MoveSubject | null): void => {
  subject = next;
  for (const listener of listeners) listener();
};

/** Asks where items or a folder should go, and moves them there. Menus, keys and the bulk bar all open this one. */
export const openMoveDialog = (next: MoveSubject): void => set(next);

/** Closes the move dialog, wherever it was opened. */
export const closeMoveDialog = (): void => set(null);
