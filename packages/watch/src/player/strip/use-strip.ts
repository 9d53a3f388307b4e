import { useEffect, useState, type RefObject } from "react";
import type { PlayerCore } from "../../core/index.ts";

/** Returns the width of an element in pixels, and observes it. It is 0 until the first layout: reading it earlier would force one. */
export function useStripWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.getBoundingClientRect().width));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Writes the time into the style of an element for every frame: the timeline moves without rendering. */
export function useStripClock(element: RefObject<HTMLElement | null>, player: PlayerCore): void {
  useEffect(() => {
    let frame = 0;
    const write = (): void => {
      const { duration } = player;
      const time = duration > 0 ? Math.min(player.time, duration) : 0;
      element.current?.style.setProperty("--time", String(Math.round(time * 100) / 100));
      element.current?.style.setProperty("--part", String(duration > 0 ? time / duration : 0));
    };
    const run = (): void => {
      write();
      frame = player.isPlaying ? requestAnimationFrame(run) : 0;
    };
    const follow = (): void => {
      if (frame === 0) run();
    };
    run();
    const stop = player.subscribe(follow);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [element, player]);
}
