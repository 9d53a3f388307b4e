import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { segmentAtSecond, wordAtSecond, type PlayerHandle, type SpokenSegment } from "../core/index.ts";

const nothing = (): (() => void) => () => {};
const SCROLL_KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"]);
/** Part of the visible height at which the spoken segment is shown. */
const AT = 0.35;

/** Returns the index of the spoken segment. */
export function useSpokenSegment(handle: PlayerHandle | null, segments: readonly SpokenSegment[]): number {
  const subscribe = useCallback((listener: () => void) => (handle ? handle.subscribe(listener) : nothing()), [handle]);
  return useSyncExternalStore(subscribe, () => (handle ? segmentAtSecond(segments, handle.time) : -1));
}

/** Returns the index of the spoken word of a segment. */
export function useSpokenWord(handle: PlayerHandle | null, segment: SpokenSegment): number {
  const subscribe = useCallback((listener: () => void) => (handle ? handle.subscribe(listener) : nothing()), [handle]);
  return useSyncExternalStore(subscribe, () => (handle ? wordAtSecond(segment, handle.time) : -1));
}

/** Scrolls a list so that one of its children is visible. The page itself does not scroll. */
export function scrollTo(list: HTMLElement, child: Element | null | undefined): void {
  if (!child) return;
  const offset = child.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const top = list.scrollTop + offset - list.clientHeight * AT;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  list.scrollTo({ top, behavior: isCalm ? "instant" : "smooth" });
}

/** The text follows the player until the user scrolls. Returns whether it does, and a function that continues. */
export function useFollowing(
  list: RefObject<HTMLElement | null>,
  index: number,
): { isFollowing: boolean; follow: () => void; leave: () => void } {
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    const node = list.current;
    if (!node) return;
    const leave = (): void => setFollowing(false);
    const onKey = (event: KeyboardEvent): void => {
      if (SCROLL_KEYS.has(event.key)) leave();
    };
    node.addEventListener("wheel", leave, { passive: true });
    node.addEventListener("touchmove", leave, { passive: true });
    node.addEventListener("keydown", onKey);
    return () => {
      node.removeEventListener("wheel", leave);
      node.removeEventListener("touchmove", leave);
      node.removeEventListener("keydown", onKey);
    };
  }, [list]);
  useEffect(() => {
    if (isFollowing && index >= 0 && list.current) scrollTo(list.current, list.current.querySelector(`[data-segment="${index}"]`));
  }, [isFollowing, index, list]);
  return { isFollowing, follow: () => setFollowing(true), leave: () => setFollowing(false) };
}
