import { useSyncExternalStore } from "react";
import type { SpaceRef } from "../spaces/space-ref.ts";
import type { ItemKind } from "./file-kind.ts";

/** The open folder as target of new files. `folderId` is null at the root; `mixed` accepts both types. A folder for whiteboards takes no files. */
export interface UploadTarget {
  workspaceId: SpaceRef;
  folderId: string | null;
  folderName: string | null;
  type: ItemKind | "board" | "mixed";
  /** The folder is read-only. */
  isReadOnly?: boolean;
}

let current: UploadTarget | null = null;
let latest: UploadTarget | null = null;
const listeners = new Set<() => void>();

/** Sets the open folder. Null sends new files to the roots of the personal space. */
export function setUploadTarget(target: UploadTarget | null): void {
  current = target;
  latest = target ?? latest;
  for (const listener of listeners) listener();
}

export const uploadTarget = (): UploadTarget | null => current;

/** Returns the last open folder, for pages that are opened from it. */
export const latestTarget = (): UploadTarget | null => latest;

/** Calls back when the open folder changes. Returns a function that unsubscribes. */
function onUploadTarget(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the open folder. */
export const useShownTarget = (): UploadTarget | null => useSyncExternalStore(onUploadTarget, uploadTarget, uploadTarget);
