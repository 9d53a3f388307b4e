import type { ItemKind } from "./file-kind.ts";

/** The folder on the screen, into which new files go. `folderId` is null at the root; `mixed` takes both kinds. */
export interface UploadTarget {
  workspaceId: string;
  folderId: string | null;
  folderName: string | null;
  type: ItemKind | "mixed";
}

let current: UploadTarget | null = null;
const listeners = new Set<() => void>();

/** Says which folder is on the screen. Null (no folder on the screen) sends new files to the roots of the personal space. */
export function setUploadTarget(target: UploadTarget | null): void {
  current = target;
  for (const listener of listeners) listener();
}

export const uploadTarget = (): UploadTarget | null => current;

/** Hears when the folder on the screen changes. Answers how to stop. */
export function onUploadTarget(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
