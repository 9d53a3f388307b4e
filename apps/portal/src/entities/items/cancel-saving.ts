import { cancelRender } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { client, errorText } from "../../platform/api.ts";
import { refreshAfter } from "./items.queries.ts";

/** Cancels the save of an edited video, and shows the outcome. Without `jobId`, the one that replaces the video behind the link. */
export async function cancelSaving(itemId: string, jobId?: string): Promise<void> {
  try {
    const { isCancelled } = await client.call(cancelRender, { params: { itemId }, query: { jobId } });
    // A save can end between the click and the request.
    if (isCancelled) toasts.show(i18next.t("item:saving.cancelled"), { tone: "done" });
    else toasts.show(i18next.t("item:saving.ended"));
  } catch (error) {
    toasts.error(errorText(error));
  }
  refreshAfter(new Set([itemId]));
}
