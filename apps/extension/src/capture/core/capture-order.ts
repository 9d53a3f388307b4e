import type { TabTarget } from "../../shared/core/tab-target.ts";

/** Capture kinds in menu order. */
export const CAPTURE_KINDS = ["visible", "area", "full-page", "delay", "element", "screen"] as const;
export type CaptureKind = (typeof CAPTURE_KINDS)[number];

/** Capture kinds that show exactly what the user sees, for a page that no full-page capture can follow. */
export const CAPTURE_ALTERNATIVES = ["visible", "area"] as const satisfies readonly CaptureKind[];
export type CaptureAlternative = (typeof CAPTURE_ALTERNATIVES)[number];

/** Selectable delays of a delayed capture in seconds. */
export const DELAYS = [3, 5, 10] as const;

/** A request to capture. */
export interface CaptureOrder extends TabTarget {
  kind: CaptureKind;
  /** Delay in seconds; only for `delay`. */
  seconds: number;
  /** Raises the limit of a full page to the maximum. */
  isWhole: boolean;
}

/** Text key of each capture kind. */
export const KIND_KEYS = {
  visible: "capture.visible",
  area: "capture.area",
  "full-page": "capture.fullPage",
  delay: "capture.delay",
  element: "capture.element",
  screen: "capture.screen",
} as const satisfies Record<CaptureKind, string>;
