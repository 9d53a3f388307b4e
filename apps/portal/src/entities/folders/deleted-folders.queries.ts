import { listDeletedFolders, restoreFolder, type ClientResult } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";
import { DELETED_FOLDERS_KEY, refreshContents, type FolderSpace } from "./folders.queries.ts";
import { noteWorkspaces, type SpaceRef } from "../spaces/space-ref.ts";

/** A folder in the trash as the API returns it. */
export type DeletedFolderView = ClientResult<typeof listDeletedFolders>["items"][number];

/** Queries the deleted folders of a space, the newest first. A member preview is read-only. */
export const deletedFoldersQuery = ({ ref, asMember }: FolderSpace) =>
  queryOptions({
    queryKey: [...DELETED_FOLDERS_KEY, ref, ...(asMember ? [asMember] : [])],
    queryFn: async ({ signal }): Promise<DeletedFolderView[]> => {
      noteWorkspaces([ref]);
      const query = asMember ? { asMember } : {};
      const { items } = await client.call(listDeletedFolders, { params: { workspaceId: ref }, query }, { signal });
      return asMember ? items.map((folder) => ({ ...folder, permission: { read: true, write: false } })) : items;
    },
  });

/** Restores a deleted folder with its contents. Folders, item lists and counts are refetched. @throws ApiError of the server */
export async function restoreDeleted(ref: SpaceRef, folderId: string): Promise<ClientResult<typeof restoreFolder>> {
  const restored = await client.call(restoreFolder, { params: { workspaceId: ref, folderId } });
  await refreshContents(ref);
  return restored;
}
