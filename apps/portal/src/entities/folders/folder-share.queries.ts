import { deleteFolderShare, getFolderShare, updateFolderShare, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { spaceOf } from "../spaces/space-ref.ts";
import { cacheFolder, type FolderView, refreshLinkedFolders } from "./folders.queries.ts";

/** The share link of a folder with its settings. */
export type FolderShareView = ClientResult<typeof getFolderShare>;
/** The order in which the page of a folder lists. */
export type FolderShareOrder = NonNullable<FolderShareView["order"]>;
type ShareView = FolderShareView;
type ShareChange = ClientArgs<typeof updateFolderShare>["body"];

const keyOf = (folderId: string) => ["folder-share", folderId] as const;
/** The part of a folder that its link needs. */
type Shared = Pick<FolderView, "id" | "workspaceId">;
const params = (folder: Shared) => ({ workspaceId: spaceOf(folder), folderId: folder.id });

/** The folder's share link. The request creates a missing link, so query it only for folders that have one. */
export const folderShareQuery = (folder: Shared) =>
  queryOptions({
    queryKey: keyOf(folder.id),
    queryFn: ({ signal }) => client.call(getFolderShare, { params: params(folder) }, { signal }),
  });

/** Creates the folder's link, whose page lists in this order. */
export const makeFolderShare = (folder: Shared, order: FolderShareOrder) =>
  mutationOptions({
    mutationFn: () => client.call(updateFolderShare, { params: params(folder), body: { order } }),
    onSuccess: (share: ShareView) => {
      queryClient.setQueryData(keyOf(folder.id), share);
      cacheFolder({ id: folder.id, linked: true });
      refreshLinkedFolders();
    },
  });

/** Changes the link's settings optimistically, with rollback. */
export const changeFolderShare = (folder: Shared) =>
  mutationOptions({
    mutationFn: (change: ShareChange) => client.call(updateFolderShare, { params: params(folder), body: change }),
    onMutate: async (change: ShareChange) => {
      const key = keyOf(folder.id);
      await queryClient.cancelQueries({ queryKey: key });
      const before = queryClient.getQueryData<ShareView>(key);
      const { password, ...terms } = change;
      queryClient.setQueryData<ShareView>(
        key,
        (share) => share && { ...share, ...terms, ...(password === undefined ? {} : { hasPassword: password !== null }) },
      );
      return { before };
    },
    onError: (_error: Error, _change: ShareChange, held: { before: ShareView | undefined } | undefined) => {
      queryClient.setQueryData(keyOf(folder.id), held?.before);
    },
    onSuccess: (share: ShareView) => {
      queryClient.setQueryData(keyOf(folder.id), share);
    },
  });

/** Revokes the folder's link. */
export const turnOffFolderShare = (folder: Shared) =>
  mutationOptions({
    mutationFn: () => client.call(deleteFolderShare, { params: params(folder) }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: keyOf(folder.id) });
      cacheFolder({ id: folder.id, linked: false });
      refreshLinkedFolders();
    },
  });
