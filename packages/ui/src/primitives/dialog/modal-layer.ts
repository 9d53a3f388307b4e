import { useEffect, useEffectEvent, type RefObject } from "react";

/** The open modal dialogs of the page; the last one is on top. */
const layers: RefObject<HTMLElement | null>[] = [];

/** Stops the scrolling of the page while a dialog is open, without a change of its width. */
function lockScroll(): void {
  const { documentElement: root, body } = document;
  root.style.scrollbarGutter = innerWidth > root.clientWidth ? "stable" : "";
  body.style.overflow = "hidden";
}

function unlockScroll(): void {
  document.documentElement.style.scrollbarGutter = "";
  document.body.style.overflow = "";
}

/**
 * Makes a mounted dialog the top layer of the page. When the focused control was removed, keys go to the body of the
 * page: then Escape closes the top dialog, and Tab returns to it.
 */
export function useModalLayer(box: RefObject<HTMLElement | null>, onEscape: () => unknown): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== document.body || layers.at(-1) !== box) return;
    if (event.key === "Escape") onEscape();
    else if (event.key === "Tab") box.current?.focus();
  });
  useEffect(() => {
    if (layers.length === 0) lockScroll();
    layers.push(box);
    const listener = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => {
      document.removeEventListener("keydown", listener);
      layers.splice(layers.indexOf(box), 1);
      if (layers.length === 0) unlockScroll();
    };
  }, [box]);
}
