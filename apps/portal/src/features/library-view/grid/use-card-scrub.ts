import { useRef, useState, type PointerEvent } from "react";
import type { ItemView } from "../../../entities/items/item-list.ts";

/** Scrubbing over a video's picture: the second under the pointer, and the storyboard when loaded. */
export interface CardScrub {
  /** Null while the pointer is outside or the storyboard is not loaded. */
  seconds: number | null;
  handlers: {
    onPointerEnter?: (event: PointerEvent) => void;
    onPointerMove?: (event: PointerEvent) => void;
    onPointerLeave?: () => void;
  };
}

/** Tracks the pointer over a video's picture. The storyboard is loaded once on the first move; touch has no hover. */
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
    // Media time is left-to-right in every language.
    const part = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)));
    setSeconds(Math.round(part * duration * 10) / 10);
  };
  return {
    seconds: loadedUrl === storyboard.url ? seconds : null,
    handlers: { onPointerEnter: move, onPointerMove: move, onPointerLeave: () => setSeconds(null) },
  };
}
