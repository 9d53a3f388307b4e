import { useRef, useState, type PointerEvent } from "react";
import type { ItemView } from "../../entities/items/item-list.ts";

/** Moving over a reel's picture by pointer: the second that is under it, and the storyboard once it has come. */
export interface CardScrub {
  /** Null while nobody moves over it, or its pictures have not come yet. */
  seconds: number | null;
  handlers: {
    onPointerEnter?: (event: PointerEvent) => void;
    onPointerMove?: (event: PointerEvent) => void;
    onPointerLeave?: () => void;
  };
}

/** Follows the pointer over a reel's picture. The storyboard is fetched with the first move over it, once; touch has no hovering. */
export function useCardScrub({ id, type, duration, storyboard }: ItemView, onFailed: (itemId: string) => void): CardScrub {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  const wantedUrl = useRef<string | null>(null);
  if (type !== "video" || !storyboard || !duration) return { seconds: null, handlers: {} };
  const load = (): void => {
    if (wantedUrl.current === storyboard.url) return;
    wantedUrl.current = storyboard.url;
    const image = new Image();
    image.addEventListener("load", () => setLoadedUrl(storyboard.url));
    image.addEventListener("error", () => onFailed(id));
    image.src = storyboard.url;
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse") return;
    load();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    // Media time runs left to right in every language.
    const part = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)));
    setSeconds(Math.round(part * duration * 10) / 10);
  };
  return {
    seconds: loadedUrl === storyboard.url ? seconds : null,
    handlers: { onPointerEnter: move, onPointerMove: move, onPointerLeave: () => setSeconds(null) },
  };
}
