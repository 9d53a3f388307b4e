import { useEffect, useState, type RefObject } from "react";

/** Time without a movement after which the controls are hidden, in milliseconds. */
const IDLE_MS = 2_600;

/** Returns whether the pointer has not moved over this element for a while. Never while `isAwake`. */
export function useIdle(element: RefObject<HTMLElement | null>, isAwake: boolean): { isIdle: boolean; wake(): void } {
  const [moved, setMoved] = useState(0);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    setIdle(false);
    if (isAwake) return;
    const timer = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, [moved, isAwake]);
  useEffect(() => {
    const box = element.current?.parentElement;
    if (!box) return;
    let last = 0;
    const wake = (event: Event): void => {
      if (event.timeStamp - last < 150) return;
      last = event.timeStamp;
      setMoved(event.timeStamp);
    };
    const leave = (): void => setIdle(true);
    for (const type of ["pointermove", "pointerdown", "focusin", "keydown"]) box.addEventListener(type, wake);
    box.addEventListener("pointerleave", leave);
    return () => {
      for (const type of ["pointermove", "pointerdown", "focusin", "keydown"]) box.removeEventListener(type, wake);
      box.removeEventListener("pointerleave", leave);
    };
  }, [element]);
  return { isIdle: isIdle && !isAwake, wake: () => setMoved(performance.now()) };
}
