import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

const FOCUSABLE = "button, [href], input, select, textarea, [tabindex]";

/** Returns the elements in the tab order of a container. */
export const reachableIn = (container: HTMLElement): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => !element.hasAttribute("disabled") && element.tabIndex >= 0);

/**
 * Moves the focus into a container, traps Tab inside, closes on Escape, and returns the focus to `opener` at the end.
 * The element with `data-first-focus` is focused first.
 */
export function useTrappedFocus(
  container: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null> | null,
  onClose: () => void,
): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const box = container.current;
    if (!box) return;
    const before = opener?.current ?? (document.activeElement as HTMLElement | null);
    const first = box.querySelector<HTMLElement>("[data-first-focus]") ?? reachableIn(box)[0] ?? box;
    first.focus({ preventScroll: true });
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing) {
        event.preventDefault();
        event.stopPropagation();
        close.current();
      } else if (event.key === "Tab") keepInside(box, event);
    };
    box.addEventListener("keydown", handleKey);
    return () => {
      box.removeEventListener("keydown", handleKey);
      // Only if the focus would be lost: a press elsewhere has already moved it.
      if (box.contains(document.activeElement) || document.activeElement === document.body) before?.focus({ preventScroll: true });
    };
  }, [container, opener]);
}

function keepInside(box: HTMLElement, event: KeyboardEvent): void {
  const stops = reachableIn(box);
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) return event.preventDefault();
  const active = document.activeElement;
  if (event.shiftKey && (active === first || active === box)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first.focus();
  }
}
