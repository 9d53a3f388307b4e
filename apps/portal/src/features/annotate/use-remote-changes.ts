import { isApiError } from "@stillreel/client";
import { getImage } from "@stillreel/contract";
import { useCallback, useEffect, useState } from "react";
import { client } from "../../platform/api.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { onLive } from "../../platform/live/live-events.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";

/** Remote change of the open picture. */
export type RemoteChange = "changed" | "gone" | null;

/** Detects that another user or tab deleted the picture or created a version that is not shown. */
export function useRemoteChanges(
  { id: itemId, workspaceId }: Pick<ItemView, "id" | "workspaceId">,
  seenVersion: () => number,
): { remoteChange: RemoteChange; forget: () => void } {
  const [remoteChange, setRemoteChange] = useState<RemoteChange>(null);
  useEffect(() => {
    let isOver = false;
    const check = async (): Promise<void> => {
      try {
        const item = await client.call(getImage, { params: { workspaceId: spaceOf({ workspaceId }), itemId } });
        // Versions that this tab created are not reported.
        if (!isOver) setRemoteChange(item.trash ? "gone" : item.pictureVersion > seenVersion() ? "changed" : null);
      } catch (error) {
        if (!isOver && isApiError(error, "not-found")) setRemoteChange("gone");
      }
    };
    const stop = onLive((event) => {
      const isMeant =
        event.type === "reset" ||
        (event.type === "workspace" && event.workspaceId === workspaceId) ||
        (event.type === "items" && (event.itemIds === null || event.itemIds.includes(itemId)));
      if (isMeant) void check();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [itemId, workspaceId, seenVersion]);
  return { remoteChange, forget: useCallback(() => setRemoteChange(null), []) };
}
