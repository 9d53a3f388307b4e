import type { MouseEvent } from "react";
import { isTyping } from "./is-typing.ts";
import type { MenuAnchor } from "./menu-content.ts";

/**
 * Returns the position of the menu that a right click opens, or null where the browser's menu applies: in text fields, and after a
 * long press, which selects.
 * @param element receives the focus when the menu closes
 */
export function contextAnchor(event: MouseEvent, element: HTMLElement): MenuAnchor | null {
  const isTouch = "pointerType" in event.nativeEvent && event.nativeEvent.pointerType === "touch";
  if (event.defaultPrevented || isTouch || isTyping(event.target)) return null;
  return { rect: new DOMRect(event.clientX, event.clientY, 0, 0), element };
}
