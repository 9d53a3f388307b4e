import { useCallback, useEffect, useState } from "react";
import type { SpaceRef } from "../../entities/spaces/space-ref.ts";
import { concerns, onLive } from "../../platform/live/live-events.ts";
import { openVideo, type Opening } from "./open-video.ts";

/** Interval in milliseconds at which a video that is processed is asked for again, for a page that missed the event. */
const ASK_AGAIN_MS = 15_000;

/** What is shown: an opened video, or why there is none. */
type Shown = Opening | { state: "opening" } | { state: "failed"; error: Error };

interface Opened {
  shown: Shown;
  /** Number of repetitions: the editor of another one starts with fresh state. */
  round: number;
  repeat: () => void;
}

/** Opens a video in the editor. A video that is still processed is opened when it is ready. */
export function useOpening({ itemId, ref }: { itemId: string; ref: SpaceRef }, userId: string): Opened {
  const [shown, setShown] = useState<Shown>({ state: "opening" });
  const [round, setRound] = useState(0);
  const repeat = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let isOver = false;
    // The message about the processing remains while the video is asked for again.
    setShown((before) => (before.state === "processing" && before.item.id === itemId ? before : { state: "opening" }));
    openVideo({ itemId, ref }, userId).then(
      (opening) => !isOver && setShown(opening),
      (error: Error) => !isOver && setShown({ state: "failed", error }),
    );
    return () => {
      isOver = true;
    };
  }, [itemId, ref, userId, round]);

  const isProcessing = shown.state === "processing";
  useEffect(() => {
    if (!isProcessing) return undefined;
    const timer = setInterval(repeat, ASK_AGAIN_MS);
    const unsubscribe = onLive((event) => concerns(event, [itemId]) && repeat());
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [isProcessing, itemId, repeat]);
  return { shown, round, repeat };
}
