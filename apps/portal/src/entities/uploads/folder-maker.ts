import { isApiError } from "@stillreel/client";
import { createFolder, eachGrapheme, FOLDER_NAME_BYTES_MAX, FOLDER_NAME_MAX, folderNameKey, listFolders } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import type { UploadDestination } from "./upload-destination.ts";

/** A folder for uploaded files. */
export interface MadeFolder {
  id: string | null;
  name: string | null;
}

/** API calls for creating folders. */
export interface FolderCalls {
  create(destination: UploadDestination, parentId: string | null, name: string): Promise<MadeFolder>;
  /** Returns the existing folder with that name; undefined when it was deleted meanwhile. */
  find(destination: UploadDestination, parentId: string | null, name: string): Promise<MadeFolder | undefined>;
}

// What the contract refuses in names of folders: control characters and overrides of direction.
// eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns a valid folder name: invalid characters removed, cut to the limit; null when nothing is left. */
export function safeFolderName(name: string): string | null {
  const clean = name.replace(UNSAFE, "").trim();
  let stored = "";
  let count = 0;
  for (const segment of eachGrapheme(clean)) {
    if (count === FOLDER_NAME_MAX || new TextEncoder().encode(stored + segment).length > FOLDER_NAME_BYTES_MAX) break;
    stored += segment;
    count += 1;
  }
  stored = stored.trim();
  return VISIBLE.test(stored) ? stored : null;
}

/** Creates the folders of uploads, each once; existing folders are reused. */
export function createFolderMaker(calls: FolderCalls) {
  const made = new Map<string, Promise<MadeFolder>>();

  async function make(destination: UploadDestination, parent: MadeFolder, name: string): Promise<MadeFolder> {
    try {
      return await calls.create(destination, parent.id, name);
    } catch (error) {
      // The nesting depth is limited; deeper files go into the last possible folder.
      if (isApiError(error, "folder-too-deep")) return parent;
      const existing = isApiError(error, "folder-exists") ? await calls.find(destination, parent.id, name) : undefined;
      if (existing) return existing;
      throw error;
    }
  }

  /** Shares one call per folder; a failure is removed, so that a retry may succeed. */
  function once(key: string, work: () => Promise<MadeFolder>): Promise<MadeFolder> {
    const known = made.get(key);
    if (known) return known;
    const working = work();
    made.set(key, working);
    working.catch(() => made.delete(key));
    return working;
  }

  return {
    /** Returns the folder of an upload target. @throws ApiError when it cannot be created */
    async folderOf(destination: UploadDestination): Promise<MadeFolder> {
      let folder: MadeFolder = { id: destination.folderId, name: destination.folderName };
      let key = `${destination.workspaceId}/${destination.folderKind}/${destination.folderId}`;
      for (const given of destination.path) {
        const name = safeFolderName(given);
        if (name === null) continue;
        key += `/${folderNameKey(name)}`;
        const parent = folder;
        folder = await once(key, () => make(destination, parent, name));
      }
      return folder;
    },
    /** Clears the cache after a folder was deleted. */
    forget: () => made.clear(),
  };
}

/** Folder cache of this page's uploads. */
export const pageFolders = createFolderMaker({
  async create(destination, parentId, name) {
    const body = { name, parentId, ...(destination.folderKind ? { kind: destination.folderKind } : {}) };
    return client.call(createFolder, { params: { workspaceId: destination.workspaceId }, body });
  },
  async find(destination, parentId, name) {
    const query = destination.folderKind ? { kind: destination.folderKind } : {};
    const { items } = await client.call(listFolders, { params: { workspaceId: destination.workspaceId }, query });
    return items.find((folder) => folder.parentId === parentId && folderNameKey(folder.name) === folderNameKey(name));
  },
});
