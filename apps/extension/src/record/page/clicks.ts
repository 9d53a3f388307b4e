import { make } from "../../shared/page/dom-nodes.ts";

/**
 * Draws a ring wherever somebody presses, without any effect on the page. Frames from other sites keep their clicks to themselves.
 * @param host our own glass: what is pressed there is not the page
 * @param isOn whether rings are wanted now
 */
export function ringClicks(host: HTMLElement, layer: ParentNode, isOn: () => boolean, signal: AbortSignal): void {
  const press = (event: PointerEvent): void => {
    if (!event.isTrusted || event.target === host || !isOn()) return;
    const ring = make("i", "ring");
    ring.style.left = `${event.clientX}px`;
    ring.style.top = `${event.clientY}px`;
    ring.addEventListener("animationend", () => ring.remove());
    layer.append(ring);
  };
  addEventListener("pointerdown", press, { capture: true, passive: true, signal });
}
