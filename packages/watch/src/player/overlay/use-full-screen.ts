import { useEffect, useState, type RefObject } from "react";

/** A video as iPhones have it: they show nothing but it on the whole screen. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen for the player around an element, strip and all; on phones that cannot, for the video alone. */
export function useFullScreen(inside: RefObject<HTMLElement | null>): { isFull: boolean; toggle(): void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  const toggle = (): void => {
    const root = inside.current?.closest<HTMLElement>("[data-player-root]");
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    else if (root?.requestFullscreen) void root.requestFullscreen().catch(() => {});
    else root?.querySelector<PhoneVideo>("video")?.webkitEnterFullscreen?.();
  };
  return { isFull, toggle };
}
