import type { Placement } from "../../core/index.ts";

/** What boxes on the stage need. */
export interface StageBoxProps {
  placement: Placement;
  /** CSS pixels per pixel of the edited video. */
  scale: number;
}
