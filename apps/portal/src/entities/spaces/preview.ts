import { useSyncExternalStore } from "react";
import { showsLibraryOf } from "./addresses.ts";

/** A workspace in the view of one of its members. */
export interface Preview {
  workspaceId: string;
  memberId: string;
  /** Name of the member. */
  name: string;
}

/** Key in the session storage of the tab: a reload continues the preview. */
const STORED = "stillreel-preview";

function readStored(): Preview | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null") as Partial<Preview> | null;
    const { workspaceId, memberId, name } = stored ?? {};
    return workspaceId && memberId && name ? { workspaceId, memberId, name } : null;
  } catch {
    // Storage is blocked, or its content is not from this version.
    return null;
  }
}

function store(next: Preview | null): void {
  try {
    if (next) sessionStorage.setItem(STORED, JSON.stringify(next));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Storage is blocked: a reload ends the preview.
  }
}

let preview: Preview | null = readStored();
const listeners = new Set<() => void>();

/** Starts a member preview of a workspace's library (null ends it). For owners and admins; read-only. It continues after a reload. */
export function setPreview(next: Preview | null): void {
  preview = next;
  store(next);
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
 * Ends the preview on pages outside of the workspace's library, because they show the user's own view and are writable. Returns whether a
 * preview ended.
 */
export function endPreviewOutside(pathname: string): boolean {
  if (!preview || showsLibraryOf(pathname, preview.workspaceId)) return false;
  setPreview(null);
  return true;
}

/** Returns the previewed member of a space; null for the user's own view. */
export const previewedIn = (workspaceId: string): string | null => (preview?.workspaceId === workspaceId ? preview.memberId : null);

/** Returns the active preview; null for the user's own view. */
export const usePreview = (): Preview | null => useSyncExternalStore(subscribe, current, current);
