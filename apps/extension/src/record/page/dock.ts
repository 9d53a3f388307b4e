import { make } from "../../shared/page/dom-nodes.ts";
import type { Box } from "../../shared/core/region.ts";
import { asksForBar, type HideState, nextHide } from "./auto-hide.machine.ts";
import { dragged } from "./controls.ts";
import { cornerAt, overlap, positionNear, readPosition, type RelativePosition } from "./position.plan.ts";

/** Storage key of the bar's position and size. */
const STORAGE_KEY = "recordingBar";
/** Step of an arrow key in CSS pixels. */
const STEP = 24;
/** Minimum space above the bar for its rows, in CSS pixels; otherwise they are below it. */
const ABOVE = 150;

/** Position and visibility of the bar. */
export interface Dock {
  node: HTMLElement;
  /** Rows above the bar, or below it near the top. */
  rows: HTMLElement;
  /** Updates the position after a size change of window or bar. */
  stand: () => void;
  /** Shows the bar because it was used. */
  use: () => void;
  /** Hides the bar, because the page is recorded from now on. */
  hide: () => void;
  /** Checks whether the bar can be hidden. */
  update: (now: { isRecorded: boolean; area: Box | null; isHeld: boolean }) => void;
  /** Stores whether the bar is minimised. */
  storeSize: (isSmall: boolean) => void;
}

/**
 * Creates the container of the bar. It can be dragged and moved by keys, stays within the window, and restores its position
 * in the next recording. In the picture of a recorded tab it is visible only while used, see {@link nextHide}. A recorded part
 * of a tab allows a bar outside of it; a recorded screen shows it like everything else.
 */
// oxlint-disable-next-line max-lines-per-function -- its short inner functions share one state; split, they would add 300 bytes to a script that is injected into pages
export function makeDock(
  bar: { node: HTMLElement; grip: HTMLElement },
  isRtl: boolean,
  foundSize: (isSmall: boolean) => void,
  signal: AbortSignal,
): Dock {
  const node = make("div", "dock");
  node.dir = isRtl ? "rtl" : "ltr";
  const rows = make("div", "rows");
  node.append(rows, bar.node);
  let position: RelativePosition = { x: 0.5, y: 0.985 };
  let isSmall = false;
  let isDragged = false;
  let hidden: HideState = { isAway: false, usedAt: performance.now() };
  let pointerY = 0;

  const size = () => ({ width: node.offsetWidth, height: node.offsetHeight });
  const view = () => ({ width: innerWidth, height: innerHeight });
  const at = () => cornerAt(position, size(), view());

  function stand(): void {
    const { x, y } = at();
    node.style.transform = `translate(${x}px,${y}px)`;
    rows.classList.toggle("below", y < ABOVE);
  }

  function change(next: HideState): void {
    hidden = next;
    node.classList.toggle("away", hidden.isAway);
  }

  const use = (): void => change(nextHide(hidden, { type: "used", at: performance.now() }));

  function storePosition(): void {
    // Only the position is lost.
    void chrome.storage.local.set({ [STORAGE_KEY]: { ...position, isSmall } }).catch(() => undefined);
  }

  function moveBy(from: { x: number; y: number }, dx: number, dy: number): void {
    position = positionNear({ x: from.x + dx, y: from.y + dy }, size(), view());
    stand();
    use();
  }

  dragged(
    bar.grip,
    () => {
      isDragged = true;
      const from = at();
      return (dx, dy) => moveBy(from, dx, dy);
    },
    () => {
      isDragged = false;
      storePosition();
    },
  );
  bar.grip.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? STEP * 4 : STEP;
    moveBy(at(), step[0] * far, step[1] * far);
    storePosition();
  });
  node.addEventListener("focusin", use);
  node.addEventListener("pointermove", use);
  addEventListener("resize", stand, { signal });
  // Its text changes every second, and its buttons when it is minimised.
  const sizes = new ResizeObserver(stand);
  sizes.observe(node);
  signal.addEventListener("abort", () => sizes.disconnect());
  addEventListener(
    "pointermove",
    (event) => {
      // A pressed button means that the user is drawing or dragging in the page.
      if (event.buttons === 0 && asksForBar(pointerY, event.clientY, innerHeight)) use();
      pointerY = event.clientY;
    },
    { capture: true, passive: true, signal },
  );
  void chrome.storage.local
    .get(STORAGE_KEY)
    .then(({ [STORAGE_KEY]: stored }) => {
      position = readPosition(stored) ?? position;
      isSmall = (stored as { isSmall?: unknown } | undefined)?.isSmall === true;
      foundSize(isSmall);
    })
    // The bar then uses its default position.
    .catch(() => undefined);

  return {
    node,
    rows,
    stand,
    use,
    hide: () => change(nextHide(hidden, { type: "filmed", at: performance.now() })),
    update({ isRecorded, area, isHeld }) {
      const isInPicture = isRecorded && (!area || overlap(bar.node.getBoundingClientRect(), area));
      const inUse = isHeld || isDragged || node.matches(":hover") || node.querySelector(":focus") !== null;
      change(nextHide(hidden, { type: "looked", at: performance.now(), isInPicture, isHeld: inUse }));
    },
    storeSize(small) {
      if (isSmall === small) return;
      isSmall = small;
      storePosition();
    },
  };
}
