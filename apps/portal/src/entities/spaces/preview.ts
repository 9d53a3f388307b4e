import { useSyncExternalStore } from "react";
import { showsLibraryOf } from "./addresses.ts";

/** A workspace looked at as one of its members sees it. */
export interface Preview {
  workspaceId: string;
  memberId: string;
  /** The member's name. */
  name: string;
}

let preview: Preview | null = null;
const listeners = new Set<() => void>();

/** Shows a workspace's library as a member sees it (null: as one sees it oneself again). For owners and admins; nothing can be changed meanwhile. */
export function setPreview(next: Preview | null): void {
  preview = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const current = (): Preview | null => preview;

/** Is another's view shown? For what decides outside of React what can be done. */
export const isPreviewing = (): boolean => preview !== null;

/**
 * Ends the preview on pages that show nothing of the workspace's library: they are seen as one sees them oneself, and change things.
 */
export function endPreviewOutside(pathname: string): void {
  if (preview && !showsLibraryOf(pathname, preview.workspaceId)) setPreview(null);
}

/** The member whose view of a space is shown; null for one's own. */
export const previewedIn = (workspaceId: string): string | null => (preview?.workspaceId === workspaceId ? preview.memberId : null);

/** Whose view is shown; null for one's own. */
export const usePreview = (): Preview | null => useSyncExternalStore(subscribe, current, current);
