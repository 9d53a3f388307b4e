import type { ComponentProps, ReactNode } from "react";
import "./visually-hidden.css";

/**
 * Class names for text that assistive technology reads and the screen does not show. `always`, or by the width of
 * the window in CSS pixels: `phone` up to 639, `narrow` up to 759, `compact` up to 859, `tablet` from 640 to 819.
 */
export const VISUALLY_HIDDEN = {
  always: "visually-hidden",
  phone: "visually-hidden-phone",
  narrow: "visually-hidden-narrow",
  compact: "visually-hidden-compact",
  tablet: "visually-hidden-tablet",
} as const;

/** Text that assistive technology reads and the screen does not show. */
export function VisuallyHidden(props: Omit<ComponentProps<"span">, "className">): ReactNode {
  return <span className={VISUALLY_HIDDEN.always} {...props} />;
}
