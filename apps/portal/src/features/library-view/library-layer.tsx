import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { lazyView } from "../../platform/lazy-view.ts";
import { listenForKeys } from "./selection/selection-keys.ts";
import { listenForLongPress, listenForTaps } from "./selection/touch-gestures.ts";

const Layer = lazyView(() => import("./selection-layer.tsx"), "SelectionLayer");

/** Keys of commands for selected items. Until the commands are loaded, the last one waits. */
const COMMAND_KEYS: ReadonlySet<string> = new Set(["l", "m", "s", "Backspace"]);

/**
 * Selection, dragging and moving. Keys and touches select from the first render; the rest is loaded when the page is idle or on first
 * use.
 */
export function LibraryLayer(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const runKey = useRef<((key: string) => boolean) | null>(null);
  const waitingKey = useRef<string | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    listenForLongPress(signal);
    listenForTaps(signal);
    listenForKeys(
      {
        runKey: (key) => {
          if (runKey.current) return runKey.current(key);
          if (COMMAND_KEYS.has(key)) waitingKey.current = key;
          return COMMAND_KEYS.has(key);
        },
      },
      signal,
    );
    return () => listening.abort();
  }, []);
  useEffect(() => {
    const waiting = new AbortController();
    const start = (): void => {
      waiting.abort();
      setWanted(true);
    };
    const timer = setTimeout(start, 1200);
    waiting.signal.addEventListener("abort", () => clearTimeout(timer));
    for (const type of ["pointermove", "pointerdown", "keydown"])
      document.addEventListener(type, start, { signal: waiting.signal, passive: true, capture: true });
    return () => waiting.abort();
  }, []);
  const takeCommands = useCallback((run: (key: string) => boolean): void => {
    runKey.current = run;
    const key = waitingKey.current;
    waitingKey.current = null;
    if (key !== null) run(key);
  }, []);
  return isWanted ? (
    <Suspense>
      <Layer onCommands={takeCommands} />
    </Suspense>
  ) : null;
}
