import { isApiError } from "@stillreel/client";
import { createFolder, FOLDER_NAME_BYTES_MAX, FOLDER_NAME_MAX, folderNameKey, listFolders } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import type { UploadDestination } from "./upload-destination.ts";

/** A folder that files go into. */
export interface MadeFolder {
  id: string | null;
  name: string | null;
}

/** The calls that making folders needs. */
export interface FolderCalls {
  create(place: UploadDestination, parentId: string | null, name: string): Promise<MadeFolder>;
  /** The folder of that name, which is there already; undefined when it has gone meanwhile. */
  find(place: UploadDestination, parentId: string | null, name: string): Promise<MadeFolder | undefined>;
}

// What the contract refuses in names of folders: control characters and overrides of direction.
// eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A folder's name as the server takes it: without what it refuses, cut to its limits; null when nothing of it is left. */
export function safeFolderName(name: string): string | null {
  const clean = name.replace(UNSAFE, "").trim();
  let stored = "";
  let count = 0;
  for (const { segment } of characters.segment(clean)) {
    if (count === FOLDER_NAME_MAX || new TextEncoder().encode(stored + segment).length > FOLDER_NAME_BYTES_MAX) break;
    stored += segment;
    count += 1;
  }
  stored = stored.trim();
  return VISIBLE.test(stored) ? stored : null;
}

/** Makes the folders of uploads, each once, whoever comes first; those that are there already are used. */
export function createFolderMaker(calls: FolderCalls) {
  const made = new Map<string, Promise<MadeFolder>>();

  async function make(place: UploadDestination, parent: MadeFolder, name: string): Promise<MadeFolder> {
    try {
      return await calls.create(place, parent.id, name);
    } catch (error) {
      // Folders inside one another have a limit; what lies deeper goes into the last that fits.
      if (isApiError(error, "folder-too-deep")) return parent;
      const existing = isApiError(error, "folder-exists") ? await calls.find(place, parent.id, name) : undefined;
      if (existing) return existing;
      throw error;
    }
  }

  /** One call for a folder at a time; a failure is forgotten, so that the next try may succeed. */
  function once(key: string, work: () => Promise<MadeFolder>): Promise<MadeFolder> {
    const known = made.get(key);
    if (known) return known;
    const working = work();
    made.set(key, working);
    working.catch(() => made.delete(key));
    return working;
  }

  return {
    /** The folder of a place. @throws ApiError when it cannot be made */
    async folderOf(place: UploadDestination): Promise<MadeFolder> {
      let folder: MadeFolder = { id: place.folderId, name: place.folderName };
      let key = `${place.workspaceId}/${place.folderKind}/${place.folderId}`;
      for (const given of place.path) {
        const name = safeFolderName(given);
        if (name === null) continue;
        key += `/${folderNameKey(name)}`;
        const parent = folder;
        folder = await once(key, () => make(place, parent, name));
      }
      return folder;
    },
    /** Forgets what was made: a folder of it has gone. */
    forget: () => made.clear(),
  };
}

/** The folders of this page's uploads. */
export const pageFolders = createFolderMaker({
  async create(place, parentId, name) {
    const body = { name, parentId, ...(place.folderKind ? { kind: place.folderKind } : {}) };
    return client.call(createFolder, { params: { workspaceId: place.workspaceId }, body });
  },
  async find(place, parentId, name) {
    const query = place.folderKind ? { kind: place.folderKind } : {};
    const { items } = await client.call(listFolders, { params: { workspaceId: place.workspaceId }, query });
    return items.find((folder) => folder.parentId === parentId && folderNameKey(folder.name) === folderNameKey(name));
  },
});
