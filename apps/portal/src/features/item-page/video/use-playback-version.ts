import { useEffect, useState } from "react";
import { onLive } from "../../../platform/live/live-events.ts";
import { onVideoChanged, refreshVideo } from "./watch.queries.ts";

/** Returns a number that increases whenever the playback data must be requested again. */
export function usePlaybackVersion(itemId: string): number {
  const [version, setVersion] = useState(0);
  useEffect(
    () =>
      onVideoChanged((changed) => {
        if (changed === itemId) setVersion((before) => before + 1);
      }),
    [itemId],
  );
  useEffect(
    () =>
      onLive((event) => {
        const isOurs =
          event.type === "reset" ||
          (event.type === "engagement" && event.itemId === itemId) ||
          (event.type === "items" && (event.itemIds === null || event.itemIds.includes(itemId)));
        if (!isOurs) return;
        refreshVideo(itemId);
        setVersion((before) => before + 1);
      }),
    [itemId],
  );
  return version;
}
