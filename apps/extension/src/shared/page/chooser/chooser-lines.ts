import { type Box, HANDLES, handleAt } from "../../core/region.ts";
import { draw, set } from "../dom-nodes.ts";

/** Outline and dimming of a box on the overlay. */
export interface ChooserLines {
  node: SVGElement;
  /** Draws the box's outline and dims the area around it; null dims everything. */
  show(box: Box | null, style: { handles: boolean; faint?: boolean }): void;
  /** Shows lines through the pointer; null hides them. */
  cross(at: { x: number; y: number } | null): void;
}

/** Creates the outline and dimming elements. */
export function makeLines(): ChooserLines {
  const node = draw("svg", { class: "lines", "aria-hidden": "true" });
  const dim = draw("path", { class: "dim", "fill-rule": "evenodd" });
  const frame = draw("g");
  const edges = ["edge", "dash"].map((name) => draw("rect", { class: name }));
  const handles = HANDLES.map((handle) => ({ handle, rect: draw("rect", { class: "handle" }) }));
  frame.append(...edges, ...handles.map(({ rect }) => rect));
  const cross = draw("path", { class: "cross" });
  node.append(dim, frame, cross);
  return {
    node,
    show(box, style) {
      const whole = `M0 0H${innerWidth}V${innerHeight}H0Z`;
      dim.classList.toggle("faint", !box || style.faint === true);
      set(dim, { d: box ? `${whole}M${box.x} ${box.y}H${box.x + box.width}V${box.y + box.height}H${box.x}Z` : whole });
      frame.toggleAttribute("hidden", !box);
      if (!box) return;
      for (const edge of edges) set(edge, { ...box });
      for (const { handle, rect } of handles) {
        const { x, y } = handleAt(box, handle);
        set(rect, { x: x - 6, y: y - 6 });
        rect.toggleAttribute("hidden", !style.handles);
      }
    },
    cross(at) {
      set(cross, { d: at ? `M0 ${at.y + 0.5}H${innerWidth}M${at.x + 0.5} 0V${innerHeight}` : "" });
    },
  };
}
