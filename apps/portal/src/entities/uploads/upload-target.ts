import { useSyncExternalStore } from "react";
import type { SpaceRef } from "../spaces/space-ref.ts";
import type { ItemKind } from "./file-kind.ts";

/** The folder on the screen, into which new files go. `folderId` is null at the root; `mixed` takes both kinds. */
export interface UploadTarget {
  workspaceId: SpaceRef;
  folderId: string | null;
  folderName: string | null;
  type: ItemKind | "mixed";
  /** One may look here, but not add anything. */
  isReadOnly?: boolean;
}

let current: UploadTarget | null = null;
let latest: UploadTarget | null = null;
const listeners = new Set<() => void>();

/** Says which folder is on the screen. Null (no folder on the screen) sends new files to the roots of the personal space. */
export function setUploadTarget(target: UploadTarget | null): void {
  current = target;
  latest = target ?? latest;
  for (const listener of listeners) listener();
}

export const uploadTarget = (): UploadTarget | null => current;

/** The folder that was on the screen last, for pages that one goes to from it. */
export const latestTarget = (): UploadTarget | null => latest;

/** Hears when the folder on the screen changes. Answers how to stop. */
export function onUploadTarget(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The folder on the screen, for what shows or offers something about it. */
export const useShownTarget = (): UploadTarget | null => useSyncExternalStore(onUploadTarget, uploadTarget, uploadTarget);
