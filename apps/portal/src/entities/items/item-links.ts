import { getShare } from "@stillreel/contract";
import { toasts, type ToastOptions } from "@stillreel/ui";
import i18next from "i18next";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { spaceOf } from "../spaces/space-ref.ts";
import { copyText } from "../../platform/clipboard.ts";
import type { ItemView } from "./item-list.ts";
import { cacheItems, knownItems } from "./items.queries.ts";

/** Copies an item's share link; makes the link if there is none yet. The toast that says so may offer what to do next. */
export async function copyLink(item: Pick<ItemView, "id" | "workspaceId" | "shareUrl">, next?: ToastOptions["action"]): Promise<boolean> {
  try {
    await copyText(item.shareUrl ?? makeLink(item));
  } catch (error) {
    toasts.error(error instanceof DOMException ? i18next.t("library:toasts.copyFailed") : errorText(error));
    return false;
  }
  toasts.show(i18next.t("library:toasts.linkCopied"), { tone: "done", ...(next && { action: next }) });
  return true;
}

/** The item's share link, made on the server when there is none. */
export async function makeLink(item: Pick<ItemView, "id" | "workspaceId">): Promise<string> {
  const itemId = item.id;
  const share = await client.call(getShare, { params: { workspaceId: spaceOf(item), itemId } });
  queryClient.setQueryData(["items", "share", itemId], share);
  noteShareUrl(itemId, share.shareUrl);
  return share.shareUrl;
}

/** Tells every list and page that an item's link came or went. */
export function noteShareUrl(itemId: string, shareUrl: string | null): void {
  cacheItems(
    knownItems((item) => item.id === itemId).map((item) => ({
      ...item,
      shareUrl,
      access: shareUrl === null ? "private" : item.access === "private" ? "link" : item.access,
    })),
  );
}

/** Address at which the browser saves the item's file, under its own name. */
export const downloadUrl = (itemId: string): string => `/api/v1/items/${encodeURIComponent(itemId)}/download`;
