import { Suspense, useEffect, useState, type ReactNode } from "react";
import { lazyView } from "../../platform/lazy-view.ts";

const Layer = lazyView(() => import("./selection-layer.tsx"), "SelectionLayer");

/** Selection, dragging and moving; loaded when the page is idle or on first use. */
export function LibraryLayer(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const waiting = new AbortController();
    const start = (): void => {
      waiting.abort();
      setWanted(true);
    };
    const timer = setTimeout(start, 1200);
    waiting.signal.addEventListener("abort", () => clearTimeout(timer));
    for (const type of ["pointermove", "pointerdown", "keydown"])
      document.addEventListener(type, start, { signal: waiting.signal, passive: true });
    return () => waiting.abort();
  }, []);
  return isWanted ? (
    <Suspense>
      <Layer />
    </Suspense>
  ) : null;
}
