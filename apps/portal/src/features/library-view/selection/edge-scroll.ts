/** How near the edge of what scrolls, in CSS pixels, the pointer makes it scroll. */
const EDGE = 56;
/** Fastest scrolling, in CSS pixels a second: a screen in less than a second, slow enough to stop in time. */
const SPEED_MAX = 1400;

/** How fast a box from `top` to `bottom` should scroll while the pointer is at `y`, in CSS pixels a second; negative is up. */
export function edgeSpeed(y: number, top: number, bottom: number): number {
  const depth = y < top + EDGE ? y - (top + EDGE) : y > bottom - EDGE ? y - (bottom - EDGE) : 0;
  const share = Math.max(-1, Math.min(1, depth / EDGE));
  return Math.sign(share) * share * share * SPEED_MAX;
}

/**
 * Scrolls an element while the pointer is near its upper or lower edge.
 * @param pointerY where the pointer is, asked every frame; null when it is not over the element's column
 * @param onScrolled after each step, so that what depends on the place can follow
 * @param onFrame in every frame, whether it scrolled or not
 * @returns stops it
 */
export function scrollAtEdges(
  element: HTMLElement,
  pointerY: () => number | null,
  onScrolled: () => void,
  onFrame?: () => void,
): () => void {
  let last: number | null = null;
  let left = 0;
  let frame = requestAnimationFrame(function step(now) {
    const y = pointerY();
    const { top, bottom } = element.getBoundingClientRect();
    const speed = y === null ? 0 : edgeSpeed(y, top, bottom);
    const before = element.scrollTop;
    if (speed !== 0 && last !== null) {
      // Whole pixels only; the rest is kept for the next frame.
      const wanted = left + (speed * Math.min(50, now - last)) / 1000;
      const whole = Math.trunc(wanted);
      left = wanted - whole;
      if (whole !== 0) element.scrollTop = before + whole;
    }
    last = now;
    if (element.scrollTop !== before) onScrolled();
    onFrame?.();
    frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
}
