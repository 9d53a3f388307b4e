import type { ComponentProps, ReactNode } from "react";
import "./visually-hidden.css";

/**
 * Class names for text that assistive technology reads and the screen does not show. `always`, or from a window width
 * downwards: `phone` up to 639 CSS pixels, `compact` up to 859.
 */
export const VISUALLY_HIDDEN = {
  always: "visually-hidden",
  phone: "visually-hidden-phone",
  compact: "visually-hidden-compact",
} as const;

/** Text that assistive technology reads and the screen does not show. */
export function VisuallyHidden(props: Omit<ComponentProps<"span">, "className">): ReactNode {
  return <span className={VISUALLY_HIDDEN.always} {...props} />;
}
