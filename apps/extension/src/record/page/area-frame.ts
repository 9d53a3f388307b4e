import type { PartBox } from "@stillreel/recorder/types";
import { make, set } from "../../shared/page/dom-nodes.ts";

/** Distance of the frame from the recorded part, in CSS pixels: the picture's edge may be between two pixels. */
const OUTSIDE = 4;

/** Creates a thin frame around the recorded part of the page, outside of the picture. */
export function makeFrame(area: PartBox): HTMLElement {
  const node = make("div", "frame");
  set(node, { "aria-hidden": "true" });
  const at = (part: number, unit: string, more: number): string => `calc(${part * 100}${unit} + ${more}px)`;
  node.style.left = at(area.x, "vw", -OUTSIDE);
  node.style.top = at(area.y, "vh", -OUTSIDE);
  node.style.width = at(area.width, "vw", 2 * OUTSIDE);
  node.style.height = at(area.height, "vh", 2 * OUTSIDE);
  return node;
}
