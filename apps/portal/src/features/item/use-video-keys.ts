import { useEffect, type RefObject } from "react";
import { isTyping } from "../../shell/use-shortcuts.ts";

/** How far an arrow key jumps, in seconds. */
const JUMP_S = 5;

/** Keys of the player, wherever on the page the focus is: `K` and Space play and pause, arrows jump, `F` fills the screen, `M` mutes. */
export function useVideoKeys(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const player = video.current;
      if (!player || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(event.target) || !runKey(player, event)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [video]);
}

/** True when the key was the player's. Buttons and links keep their Space, tabs their arrows. */
function runKey(player: HTMLVideoElement, { key, target }: KeyboardEvent): boolean {
  const has = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
  switch (key.toLowerCase()) {
    case " ":
      if (has("button, a, [role=tab], [role=switch]")) return false;
      break;
    case "k":
      break;
    case "arrowleft":
    case "arrowright":
      if (has("[role=tab], [role=slider]")) return false;
      // The player runs from left to right in every language.
      player.currentTime = jumpTo(player, key === "ArrowLeft" ? -JUMP_S : JUMP_S);
      return true;
    case "f":
      if (document.fullscreenElement) void document.exitFullscreen();
      else void player.requestFullscreen?.();
      return true;
    case "m":
      player.muted = !player.muted;
      return true;
    default:
      return false;
  }
  if (player.paused) void player.play().catch(() => {});
  else player.pause();
  return true;
}

const jumpTo = (player: HTMLVideoElement, by: number): number =>
  Math.max(0, Math.min(player.currentTime + by, Number.isFinite(player.duration) ? player.duration : Infinity));
