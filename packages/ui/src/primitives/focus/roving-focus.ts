import { useCallback, useEffect, type KeyboardEvent, type RefObject } from "react";
import { activeElementAt } from "./active-element.ts";

/** The arrow keys that move through a group of controls. */
export type Axis = "vertical" | "horizontal" | "both";

const FORWARD: Record<Axis, readonly string[]> = {
  vertical: ["ArrowDown"],
  horizontal: ["ArrowRight"],
  both: ["ArrowDown", "ArrowRight"],
};
const BACK: Record<Axis, readonly string[]> = { vertical: ["ArrowUp"], horizontal: ["ArrowLeft"], both: ["ArrowUp", "ArrowLeft"] };

/** The index that a key moves to in a row of `count` controls, or null. Wraps around at the ends. */
export function nextIndex(key: string, index: number, count: number, axis: Axis, isMirrored: boolean): number | null {
  const pressed = isMirrored && key === "ArrowLeft" ? "ArrowRight" : isMirrored && key === "ArrowRight" ? "ArrowLeft" : key;
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (FORWARD[axis].includes(pressed)) return (index + 1) % count;
  if (BACK[axis].includes(pressed)) return (index - 1 + count) % count;
  return null;
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey;

/** Moves the focus through the elements of a container that match `selector`, by arrows, Home and End. */
export function useRovingFocus(selector: string, axis: Axis, direction: "ltr" | "rtl"): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event) => {
      if (hasModifier(event)) return;
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter((item) => !item.hasAttribute("disabled"));
      const index = items.indexOf(event.target as HTMLElement);
      if (index < 0) return;
      const next = nextIndex(event.key, index, items.length, axis, direction === "rtl");
      if (next === null) return;
      event.preventDefault();
      items[next]?.focus();
    },
    [selector, axis, direction],
  );
}

/** Moves the focus through the items of a menu by arrows, Home, End and first letters. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey) return;
  const menu = event.currentTarget;
  const items = [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]:not([disabled])")];
  const at = items.indexOf(activeElementAt(menu) as HTMLElement);
  const next = /^[\p{L}\p{N}]$/u.test(event.key)
    ? [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => startsWith(item, event.key))
    : event.altKey
      ? undefined
      : items[nextIndex(event.key, at, items.length, "vertical", false) ?? -1];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

const startsWith = (item: HTMLElement, letter: string): boolean => item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase());

/**
 * Makes a bar a single stop of Tab: of the elements that match `selector`, only the one that was focused last can be
 * reached by Tab, or the first one. For bars whose controls change; a fixed row sets `tabIndex` itself.
 */
export function useSingleTabStop(bar: RefObject<HTMLElement | null>, selector: string): void {
  // After each render: controls may have been added or removed.
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const items = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(selector)];
    const stopAt = (stop: HTMLElement | undefined): void => {
      for (const item of items()) {
        item.tabIndex = item === stop ? 0 : -1;
        item.toggleAttribute("data-stop", item === stop);
      }
    };
    const handleFocus = ({ target }: FocusEvent): void => {
      const item = items().find((candidate) => candidate === target);
      if (item) stopAt(item);
    };
    stopAt(items().find((item) => item.dataset["stop"] !== undefined) ?? items()[0]);
    element.addEventListener("focusin", handleFocus);
    return () => element.removeEventListener("focusin", handleFocus);
  });
}
