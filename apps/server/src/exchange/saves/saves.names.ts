import type { VendorAccess } from "../../people/connections/index.ts";
import { foldersOf, numbered } from "./saves.plan.ts";
import type { UploadStore } from "./stores/upload-store.ts";

/** Maximum number of files with the same name. */
const NUMBER_MAX = 1_000;

/** Returns the name with the lowest number that is free in a folder, beginning with the name without one. */
export async function freeName(store: UploadStore, access: VendorAccess, folderId: string | null, name: string): Promise<string> {
  if (!(await store.isTaken(access, folderId, name))) return name;
  for (let number = 2; number < NUMBER_MAX; number += 1) {
    const next = numbered(name, number);
    if (!(await store.isTaken(access, folderId, next))) return next;
  }
  return name;
}

/** Returns the name that a file would get inside a subfolder, which may not exist yet. Creates nothing. */
export async function previewName(
  store: UploadStore,
  access: VendorAccess,
  { folderId, subfolder, name }: { folderId: string | null; subfolder: string; name: string },
): Promise<string> {
  let parentId = folderId;
  for (const folder of foldersOf(subfolder)) {
    const found = await store.findFolder(access, parentId, folder);
    if (!found) return name;
    parentId = found.id;
  }
  return freeName(store, access, parentId, name);
}
