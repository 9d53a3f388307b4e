import { getImage, replaceImage, revertItem } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { IconPhotoOff } from "@tabler/icons-react";
import i18next from "i18next";
import { createElement } from "react";
import { client, errorText } from "../../platform/api.ts";
import { cacheItem } from "../../entities/items/items.queries.ts";
import { offerUndo } from "../../entities/undo/undo.ts";
import type { ItemView } from "../../entities/items/item-list.ts";

/** State of a picture before it was reverted. */
interface Before {
  flat: Blob;
  markers: string;
}

/** Reverts to the original picture, with undo. */
export async function revertWithUndo(item: ItemView): Promise<void> {
  try {
    // Lists contain no markers, and they cannot be read after the revert.
    const now = await client.call(getImage, { params: { workspaceId: item.workspaceId, itemId: item.id } });
    const before: Before = { flat: await bytesOf(now.sourceUrl), markers: JSON.stringify(now.markers) };
    const reverted = await client.call(revertItem, { params: { itemId: item.id } });
    cacheItem(reverted);
    offerUndo(i18next.t("item:revert.done"), i18next.t("item:revert.undo"), () => putBack(reverted, before), {
      icon: createElement(IconPhotoOff, { size: 18, stroke: 1.7, "aria-hidden": true }),
    });
  } catch (error) {
    toasts.error(error instanceof Unreadable ? i18next.t("item:revert.failed") : errorText(error));
  }
}

async function putBack(item: ItemView, { flat, markers }: Before): Promise<void> {
  const form = new FormData();
  form.set("refName", item.refName);
  form.set("markers", markers);
  form.set("keepOriginal", "true");
  form.set("baseVersion", String(item.pictureVersion));
  form.set("blob", flat, item.fullFileName);
  try {
    cacheItem(await client.call(replaceImage, { params: { workspaceId: item.workspaceId }, body: form }));
    toasts.show(i18next.t("item:revert.undone"), { tone: "done" });
  } catch (error) {
    toasts.error(errorText(error));
  }
}

/** Error: the current picture could not be read, so undo would be impossible. */
class Unreadable extends Error {}

async function bytesOf(url: string | null): Promise<Blob> {
  const answer = url === null ? null : await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Unreadable("The picture could not be read.");
  return answer.blob();
}
