import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { copyLink } from "../../entities/items/item-links.ts";
import { noteMoved } from "../../entities/items/moved-items.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import type { Done } from "./background-recorder.ts";

const closedText = (name: string | null): string =>
  name === null ? i18next.t("recorder:portal.closedUnnamed") : i18next.t("recorder:portal.closed", { name });

/** Says that a recording lies among one's own videos, because the place that it was for is closed to the person. */
export const notifyClosed = (name: string | null): void => toasts.error(closedText(name));

/** Somebody looks at the page: at once, or when they come back to it. */
function whenSeen(): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

/**
 * Says the same of a recording from which the page has turned away: the link that was copied then is dead, and its page shows another
 * item now, which is led to.
 */
export async function notifyClosedLater({ itemId, shareUrl }: Done, before: Done, name: string | null): Promise<void> {
  await whenSeen();
  if (itemId === null || shareUrl === null) return notifyClosed(name);
  const home = { id: itemId, workspaceId: PERSONAL, type: "video" } as const;
  if (before.itemId !== null) noteMoved(before.itemId, home);
  toasts.show(closedText(name), {
    tone: "error",
    action: { label: i18next.t("recorder:portal.copyNewLink"), run: () => void copyLink({ ...home, shareUrl }) },
  });
}
