import { getShare, sendItem, updateShare, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { turnOffLink } from "./item-links.ts";
import type { ItemView } from "./item-list.ts";
import { spaceOf } from "../spaces/space-ref.ts";

/** A share link with its settings. */
export type ShareView = ClientResult<typeof getShare>;
/** Settings to change; others stay unchanged. */
export type ShareChange = ClientArgs<typeof updateShare>["body"];

const shareKey = (itemId: string) => ["items", "share", itemId] as const;
/** The part of an item that its link needs. */
type Shared = Pick<ItemView, "id" | "workspaceId">;
const params = (item: Shared) => ({ workspaceId: spaceOf(item), itemId: item.id });

/** The item's share link. The request creates a missing link, so query it only for items that have one. */
export const shareQuery = (item: Shared) =>
  queryOptions({ queryKey: shareKey(item.id), queryFn: ({ signal }) => client.call(getShare, { params: params(item) }, { signal }) });

/** Changes the link's settings optimistically, with rollback. */
export const changeShare = (item: Shared) =>
  mutationOptions({
    mutationFn: (change: ShareChange) => client.call(updateShare, { params: params(item), body: change }),
    onMutate: async (change: ShareChange) => {
      await queryClient.cancelQueries({ queryKey: shareKey(item.id) });
      const before = queryClient.getQueryData<ShareView>(shareKey(item.id));
      const { password, ...terms } = change;
      queryClient.setQueryData<ShareView>(
        shareKey(item.id),
        (share) => share && { ...share, ...terms, ...(password === undefined ? {} : { hasPassword: password !== null }) },
      );
      return { before };
    },
    onError: (_error: Error, _change: ShareChange, held: { before: ShareView | undefined } | undefined) => {
      queryClient.setQueryData(shareKey(item.id), held?.before);
    },
    onSuccess: (share: ShareView) => {
      queryClient.setQueryData(shareKey(item.id), share);
    },
  });

/** Revokes the link. */
export const turnOffShare = (item: Shared) => mutationOptions({ mutationFn: () => turnOffLink(item) });

/** Sends the item's link by e-mail; returns the accepted addresses. */
export const sendByEmail = (item: Pick<ItemView, "id" | "type">) =>
  mutationOptions({
    mutationFn: ({ emails, message }: { emails: string[]; message: string }) =>
      client.call(sendItem, { body: { emails, message, itemId: item.id, itemType: item.type } }),
    meta: { handles: "all" },
  });
