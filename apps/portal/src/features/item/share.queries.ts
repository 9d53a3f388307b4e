import { deleteShare, getShare, sendItem, updateShare, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../api.ts";
import { noteShareUrl, type ItemView } from "../library/index.ts";

/** A share link and its terms. */
export type ShareView = ClientResult<typeof getShare>;
/** Terms to change; those left out stay. */
export type ShareChange = ClientArgs<typeof updateShare>["body"];

const shareKey = (itemId: string) => ["items", "share", itemId] as const;
const params = (itemId: string) => ({ workspaceId: "personal", itemId });

/** The item's share link. Asking makes one, so ask only for items that have one. */
export const shareQuery = (itemId: string) =>
  queryOptions({ queryKey: shareKey(itemId), queryFn: ({ signal }) => client.call(getShare, { params: params(itemId) }, { signal }) });

/** Changes the link's terms at once, and puts them back when the server refuses. */
export const changeShare = (itemId: string) =>
  mutationOptions({
    mutationFn: (change: ShareChange) => client.call(updateShare, { params: params(itemId), body: change }),
    onMutate: async (change: ShareChange) => {
      await queryClient.cancelQueries({ queryKey: shareKey(itemId) });
      const before = queryClient.getQueryData<ShareView>(shareKey(itemId));
      const { password, ...terms } = change;
      queryClient.setQueryData<ShareView>(
        shareKey(itemId),
        (share) => share && { ...share, ...terms, ...(password === undefined ? {} : { hasPassword: password !== null }) },
      );
      return { before };
    },
    onError: (_error: Error, _change: ShareChange, held: { before: ShareView | undefined } | undefined) => {
      queryClient.setQueryData(shareKey(itemId), held?.before);
    },
    onSuccess: (share: ShareView) => {
      queryClient.setQueryData(shareKey(itemId), share);
    },
  });

/** Kills the link. */
export const turnOffShare = (itemId: string) =>
  mutationOptions({
    mutationFn: () => client.call(deleteShare, { params: params(itemId) }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: shareKey(itemId) });
      noteShareUrl(itemId, null);
    },
  });

/** Sends the item's link by e-mail; tells which addresses the mail server took. */
export const sendByEmail = (item: Pick<ItemView, "id" | "type">) =>
  mutationOptions({
    mutationFn: ({ emails, message }: { emails: string[]; message: string }) =>
      client.call(sendItem, { body: { emails, message, itemId: item.id, itemType: item.type } }),
    meta: { handles: "all" },
  });
