import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { copyLink } from "../../entities/items/item-links.ts";
import { noteMoved } from "../../entities/items/moved-items.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import type { Done } from "./background-recorder.ts";

const closedText = (name: string | null): string =>
  name === null ? i18next.t("recorder:portal.closedUnnamed") : i18next.t("recorder:portal.closed", { name });

/** Reports that a recording is in My videos because its save target is closed. */
export const notifyClosed = (name: string | null): void => toasts.error(closedText(name));

/** Resolves when the page is visible. */
function whenSeen(): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

/**
 * Reports the same for a recording that continued in the background: its copied link is invalid, and the message links to the new
 * item.
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
