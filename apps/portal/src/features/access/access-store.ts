/** The folder or file whose rights are looked at. */
export interface AccessSubject {
  workspaceId: string;
  kind: "folder" | "file";
  id: string;
  name: string;
}

let subject: AccessSubject | null = null;
const listeners = new Set<() => void>();

function set(next: AccessSubject | null): void {
  subject = next;
  for (const listener of listeners) listener();
}

/** Shows who may do what with a folder or file of a workspace, and lets those change it who may. Menus and keys open it so. */
export const openAccess = (next: AccessSubject): void => set(next);

/** Closes it, wherever it was opened. */
export const closeAccess = (): void => set(null);

/** What is open, as a store for `useSyncExternalStore`. */
export const accessDialog = {
  current: (): AccessSubject | null => subject,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
