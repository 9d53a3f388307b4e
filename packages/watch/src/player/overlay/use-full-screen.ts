import { useEffect, useState, type RefObject } from "react";

/** The video element of iPhones, which only support full screen for the element itself. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen for the player around an element with its timeline. On phones without support, only for the video. */
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
