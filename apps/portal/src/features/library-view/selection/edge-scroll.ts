/** Distance from the edge of a scroll container at which the pointer scrolls it, in CSS pixels. */
const EDGE = 56;
/** Maximum scroll speed in CSS pixels per second. */
const SPEED_MAX = 1400;

/** Returns the scroll speed of a box from `top` to `bottom` for a pointer at `y`, in CSS pixels per second; negative is up. */
export function edgeSpeed(y: number, top: number, bottom: number): number {
  const depth = y < top + EDGE ? y - (top + EDGE) : y > bottom - EDGE ? y - (bottom - EDGE) : 0;
  const share = Math.max(-1, Math.min(1, depth / EDGE));
  return Math.sign(share) * share * share * SPEED_MAX;
}

/**
 * Scrolls an element while the pointer is near its upper or lower edge.
 * @param pointerY returns the pointer position in every frame; null outside of the element's column
 * @param onScrolled called after each step
 * @param onFrame called in every frame
 * @returns a function that stops scrolling
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
      // Whole pixels only; the remainder is carried over to the next frame.
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
