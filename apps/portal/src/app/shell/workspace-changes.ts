import { onLive } from "../../platform/live/live-events.ts";

const listeners = new Set<() => void>();
let news: ReadonlySet<string> = new Set();
let shownId: string | undefined;
let isListening = false;

function set(next: ReadonlySet<string>): void {
  news = next;
  for (const listener of listeners) listener();
}

/** Ids of the workspaces in which something happened that has not been looked at; for `useSyncExternalStore`. */
export const workspaceNews = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (!isListening) {
      isListening = true;
      onLive((event) => {
        if (event.type !== "items" && event.type !== "comments") return;
        if (event.workspaceId !== shownId && !news.has(event.workspaceId)) set(new Set([...news, event.workspaceId]));
      });
    }
    return () => void listeners.delete(listener);
  },
  current: (): ReadonlySet<string> => news,
};

/** Says which workspace is on the screen; its mark is taken away. */
export function lookAtWorkspace(workspaceId: string | undefined): void {
  shownId = workspaceId;
  if (workspaceId !== undefined && news.has(workspaceId)) set(new Set([...news].filter((id) => id !== workspaceId)));
}
