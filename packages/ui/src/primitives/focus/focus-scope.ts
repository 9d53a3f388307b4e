import { useEffect, useEffectEvent, type RefObject } from "react";
import { activeElementAt } from "./active-element.ts";

const FOCUSABLE = "button, [href], input, select, textarea, [tabindex]";

/** The elements of a container that Tab stops at, in document order. */
const tabStopsIn = (container: HTMLElement): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => !element.hasAttribute("disabled") && element.tabIndex >= 0);

/**
 * What Tab does in a focus scope. `loop`: it stays inside. `leave`: the scope closes, and the focus moves on from the
 * opener. `close`: the scope closes, and the focus returns to the opener.
 */
export type TabBehaviour = "loop" | "leave" | "close";

/** Options of {@link useFocusScope}. */
export interface FocusScopeOptions {
  /** Gets the focus back. Null for the element that was focused before. */
  opener: RefObject<HTMLElement | null> | null;
  tab?: TabBehaviour;
  /** Leaves Escape to the controls inside. */
  ignoresEscape?: boolean;
  onClose(): void;
}

/**
 * Moves the focus into a container while it is mounted: menus, popovers and dialogs. The element with `data-first-focus`
 * gets it, or the first stop of Tab, or the container itself. Escape closes. When the container goes and the focus would
 * be lost, the opener gets it back; a focus that the user moved elsewhere stays there.
 */
export function useFocusScope(
  container: RefObject<HTMLElement | null>,
  { opener, tab = "loop", ignoresEscape = false, onClose }: FocusScopeOptions,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent, box: HTMLElement) => {
    if (event.key === "Escape" && !event.isComposing && !ignoresEscape) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === "Tab") {
      if (tab === "loop") return wrapFocus(box, event);
      if (tab === "close") event.preventDefault();
      onClose();
    }
  });
  useEffect(() => {
    const box = container.current;
    if (!box) return undefined;
    const before = opener ? opener.current : (activeElementAt(box) as HTMLElement | null);
    const listener = (event: KeyboardEvent): void => handleKey(event, box);
    (box.querySelector<HTMLElement>("[data-first-focus]") ?? tabStopsIn(box)[0] ?? box).focus();
    box.addEventListener("keydown", listener);
    return () => {
      box.removeEventListener("keydown", listener);
      const active = document.activeElement;
      if (!active || active === document.body || box.contains(active)) before?.focus({ preventScroll: true });
    };
  }, [container, opener]);
}

/** Moves the focus from the last stop of Tab to the first one, and back. */
function wrapFocus(box: HTMLElement, event: KeyboardEvent): void {
  const stops = tabStopsIn(box);
  const [first, last] = [stops[0], stops.at(-1)];
  const active = activeElementAt(box);
  const isLeaving = event.shiftKey ? active === first || active === box : active === last;
  if (first && !isLeaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
