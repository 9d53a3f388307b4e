import type { PartBox } from "@stillreel/recorder/types";
import { make, set } from "../../shared/page/dom-nodes.ts";

/** How far outside the recorded part the frame begins, in CSS pixels: the edge of the picture may fall between two pixels. */
const OUTSIDE = 4;

/** A thin frame around the recorded part of the page, outside of the picture. */
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
