import { useCallback, useEffect, type KeyboardEvent, type RefObject } from "react";

/** Arrow keys that move through a group of controls. */
export type Axis = "vertical" | "horizontal" | "both";

const FORWARD: Record<Axis, readonly string[]> = {
  vertical: ["ArrowDown"],
  horizontal: ["ArrowRight"],
  both: ["ArrowDown", "ArrowRight"],
};
const BACK: Record<Axis, readonly string[]> = { vertical: ["ArrowUp"], horizontal: ["ArrowLeft"], both: ["ArrowUp", "ArrowLeft"] };

/** Returns the next index for a key in a row of `count` controls, or null for other keys. Wraps around at the ends. */
export function rovedTo(key: string, index: number, count: number, axis: Axis, isMirrored: boolean): number | null {
  const asDrawn = isMirrored && key === "ArrowLeft" ? "ArrowRight" : isMirrored && key === "ArrowRight" ? "ArrowLeft" : key;
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (FORWARD[axis].includes(asDrawn)) return (index + 1) % count;
  if (BACK[axis].includes(asDrawn)) return (index - 1 + count) % count;
  return null;
}

/** Moves the focus through the elements of a container that match `selector`, by arrows, Home and End. */
export function useRoving(selector: string, axis: Axis, direction: "ltr" | "rtl"): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter((item) => !item.hasAttribute("disabled"));
      const index = items.indexOf(event.target as HTMLElement);
      if (index < 0) return;
      const next = rovedTo(event.key, index, items.length, axis, direction === "rtl");
      if (next === null) return;
      event.preventDefault();
      items[next]?.focus();
    },
    [selector, axis, direction],
  );
}

/**
 * Makes a bar one tab stop: of the elements that match `selector`, only the last focused one or the first is in the tab order.
 * It is for bars whose controls change. Controls of fixed rows set their tab index themselves.
 */
export function useOneStop(bar: RefObject<HTMLElement | null>, selector: string): void {
  // After each render, because controls may have been added or removed.
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const items = (): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(selector)];
    const stopAt = (stop: HTMLElement | undefined) => {
      for (const item of items()) {
        item.tabIndex = item === stop ? 0 : -1;
        item.toggleAttribute("data-stop", item === stop);
      }
    };
    const handleFocus = ({ target }: FocusEvent) => {
      const item = items().find((candidate) => candidate === target);
      if (item) stopAt(item);
    };
    stopAt(items().find((item) => item.dataset["stop"] !== undefined) ?? items()[0]);
    element.addEventListener("focusin", handleFocus);
    return () => element.removeEventListener("focusin", handleFocus);
  });
}
