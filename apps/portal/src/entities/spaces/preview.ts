import { useSyncExternalStore } from "react";
import { showsLibraryOf } from "./addresses.ts";

/** A workspace in the view of one of its members. */
export interface Preview {
  workspaceId: string;
  memberId: string;
  /** Name of the member. */
  name: string;
}

let preview: Preview | null = null;
const listeners = new Set<() => void>();

/** Starts a member preview of a workspace's library (null ends it). For owners and admins; read-only. */
export function setPreview(next: Preview | null): void {
  preview = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const current = (): Preview | null => preview;

/** Returns whether a preview is active, for code outside of React. */
export const isPreviewing = (): boolean => preview !== null;

/**
 * Ends the preview on pages outside of the workspace's library, because they show the user's own view and are writable.
 */
export function endPreviewOutside(pathname: string): void {
  if (preview && !showsLibraryOf(pathname, preview.workspaceId)) setPreview(null);
}

/** Returns the previewed member of a space; null for the user's own view. */
export const previewedIn = (workspaceId: string): string | null => (preview?.workspaceId === workspaceId ? preview.memberId : null);

/** Returns the active preview; null for the user's own view. */
export const usePreview = (): Preview | null => useSyncExternalStore(subscribe, current, current);
