import { onLive } from "../../platform/live/live-events.ts";

const listeners = new Set<() => void>();
let changes: ReadonlySet<string> = new Set();
let shownId: string | undefined;
let isListening = false;

function set(next: ReadonlySet<string>): void {
  changes = next;
  for (const listener of listeners) listener();
}

/** Ids of workspaces with changes that the user has not opened; for `useSyncExternalStore`. */
export const workspaceChanges = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (!isListening) {
      isListening = true;
      onLive((event) => {
        if (event.type !== "items" && event.type !== "comments") return;
        if (event.workspaceId !== shownId && !changes.has(event.workspaceId)) set(new Set([...changes, event.workspaceId]));
      });
    }
    return () => void listeners.delete(listener);
  },
  current: (): ReadonlySet<string> => changes,
};

/** Sets the open workspace and clears its mark. */
export function markWorkspaceRead(workspaceId: string | undefined): void {
  shownId = workspaceId;
  if (workspaceId !== undefined && changes.has(workspaceId)) set(new Set([...changes].filter((id) => id !== workspaceId)));
}
