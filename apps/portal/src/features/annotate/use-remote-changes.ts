import { isApiError } from "@stillreel/client";
import { getImage } from "@stillreel/contract";
import { useCallback, useEffect, useState } from "react";
import { client } from "../../platform/api.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { onLive } from "../../platform/live/live-events.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";

/** What others did to the picture while it is open here. */
export type News = "changed" | "gone" | null;

/** Hears when somebody else, or another tab, deleted the picture or made a version of it that was not seen here. */
export function useNews(
  { id: itemId, workspaceId }: Pick<ItemView, "id" | "workspaceId">,
  seenVersion: () => number,
): { news: News; forget: () => void } {
  const [news, setNews] = useState<News>(null);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      try {
        const item = await client.call(getImage, { params: { workspaceId: spaceOf({ workspaceId }), itemId } });
        // Made in the meantime by ourselves, it is no news.
        if (!isOver) setNews(item.trash ? "gone" : item.pictureVersion > seenVersion() ? "changed" : null);
      } catch (error) {
        if (!isOver && isApiError(error, "not-found")) setNews("gone");
      }
    };
    const stop = onLive((event) => {
      const isMeant =
        event.type === "reset" ||
        (event.type === "workspace" && event.workspaceId === workspaceId) ||
        (event.type === "items" && (event.itemIds === null || event.itemIds.includes(itemId)));
      if (isMeant) void look();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [itemId, workspaceId, seenVersion]);
  return { news, forget: useCallback(() => setNews(null), []) };
}
