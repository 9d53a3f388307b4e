import type { TabTarget } from "../../shared/core/tab-target.ts";

/** What can be captured, in the order in which menus list it. */
export const CAPTURE_KINDS = ["visible", "area", "full-page", "delay", "element", "screen"] as const;
export type CaptureKind = (typeof CAPTURE_KINDS)[number];

/** Seconds that a delayed capture may wait. */
export const DELAYS = [3, 5, 10] as const;

/** Somebody's wish to capture. */
export interface CaptureOrder extends TabTarget {
  kind: CaptureKind;
  /** How long to wait; for `delay` alone. */
  seconds: number;
  /** Raises the limit of a whole page to the most that there is. */
  isWhole: boolean;
}

/** Key of each kind's name. */
export const KIND_KEYS = {
  visible: "capture.visible",
  area: "capture.area",
  "full-page": "capture.fullPage",
  delay: "capture.delay",
  element: "capture.element",
  screen: "capture.screen",
} as const satisfies Record<CaptureKind, string>;
