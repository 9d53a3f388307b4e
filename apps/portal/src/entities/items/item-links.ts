import { deleteShare, getShare } from "@stillreel/contract";
import { toasts, type ToastOptions } from "@stillreel/ui";
import i18next from "i18next";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { spaceOf } from "../spaces/space-ref.ts";
import { copyText } from "../../platform/clipboard.ts";
import type { ItemView } from "./item-list.ts";
import { cacheItems, knownItems } from "./items.queries.ts";

/**
 * Copies an item's share link and creates it if necessary. Users who may only view the item cannot create one. The toast may offer a next
 * action.
 */
export async function copyLink(
  item: Pick<ItemView, "id" | "workspaceId" | "shareUrl"> & Partial<Pick<ItemView, "permission">>,
  next?: ToastOptions["action"],
): Promise<boolean> {
  if (item.shareUrl === null && item.permission?.write === false) {
    toasts.error(i18next.t("library:toasts.noLink"));
    return false;
  }
  try {
    await copyText(item.shareUrl ?? makeLink(item));
  } catch (error) {
    toasts.error(error instanceof DOMException ? i18next.t("library:toasts.copyFailed") : errorText(error));
    return false;
  }
  toasts.show(i18next.t("library:toasts.linkCopied"), { tone: "done", ...(next && { action: next }) });
  return true;
}

/** Returns the item's share link; the server creates a missing one. */
export async function makeLink(item: Pick<ItemView, "id" | "workspaceId">): Promise<string> {
  const itemId = item.id;
  const share = await client.call(getShare, { params: { workspaceId: spaceOf(item), itemId } });
  queryClient.setQueryData(["items", "share", itemId], share);
  noteShareUrl(itemId, share.shareUrl);
  return share.shareUrl;
}

/** Revokes the item's share link, if it has one. @throws ApiError */
export async function turnOffLink(item: Pick<ItemView, "id" | "workspaceId">): Promise<void> {
  await client.call(deleteShare, { params: { workspaceId: spaceOf(item), itemId: item.id } });
  queryClient.removeQueries({ queryKey: ["items", "share", item.id] });
  noteShareUrl(item.id, null);
}

/** Updates an item's link in every list and page. */
function noteShareUrl(itemId: string, shareUrl: string | null): void {
  cacheItems(
    knownItems((item) => item.id === itemId).map((item) => ({
      ...item,
      shareUrl,
      access: shareUrl === null ? item.folderAccess : item.shareUrl === null ? "link" : item.access,
    })),
  );
}

/** Returns the download address of an item's file. */
export const downloadUrl = (itemId: string): string => `/api/v1/items/${encodeURIComponent(itemId)}/download`;
