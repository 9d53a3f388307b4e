import type { ClientResult, getPreferences } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { queryClient } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { preferencesQuery } from "../people/account.queries.ts";
import { downloadUrl } from "./item-links.ts";
import type { ItemView } from "./item-list.ts";

/** Returns the download format that the user prefers for images; undefined while it is unknown. */
export function preferredFormat(): ClientResult<typeof getPreferences>["downloadFormat"] | undefined {
  const preferences = queryClient.getQueryData(preferencesQuery.queryKey) ?? queryClient.getQueryData(userQuery.queryKey)?.preferences;
  return preferences?.downloadFormat;
}

/** Returns the download address of an item in the preferred format. Videos and GIFs, which may move, are downloaded unchanged. */
export function preferredDownloadUrl(item: Pick<ItemView, "id" | "type" | "mimeType" | "stage">): string {
  const format = preferredFormat();
  const isFixed = item.type === "video" || item.mimeType === "image/gif" || item.stage !== "ready";
  return isFixed || format === undefined ? downloadUrl(item.id) : `${downloadUrl(item.id)}?format=${format}`;
}

/**
 * Downloads an item from one of its addresses. Without this check a refusal would be saved as a file, or would only be visible in the
 * browser's list of downloads.
 */
export async function startDownload(type: ItemView["type"], url: string): Promise<void> {
  const answer = await fetch(url, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (answer?.ok || answer?.type === "opaqueredirect") saveUrl(url);
  else toasts.error(i18next.t(type === "video" ? "library:toasts.videoNotDownloaded" : "library:toasts.imageNotDownloaded"));
}

/** Downloads an address through the browser, by default with the file name of the response. */
export function saveUrl(url: string, fileName = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}
