import { make } from "../../shared/page/dom-nodes.ts";

/**
 * Draws a ring at every press without affecting the page. Presses in cross-site frames are not visible to the page.
 * @param host our own overlay: presses on it are ignored
 * @param isOn whether rings are enabled
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
