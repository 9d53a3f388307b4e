import { useEffect, useEffectEvent, type RefObject } from "react";

/**
 * Calls `onPress` for each press of a pointer outside of the given elements. The opener belongs to them: its own press
 * toggles. Works inside of a shadow root too, where the document sees the host as the target of every press.
 */
export function useOutsidePress(
  box: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null> | null,
  onPress: () => void,
): void {
  const handlePress = useEffectEvent((event: Event) => {
    const path = event.composedPath();
    const isInside = [box, opener].some((inside) => inside?.current && path.includes(inside.current));
    if (!isInside) onPress();
  });
  useEffect(() => {
    const root = box.current?.getRootNode() ?? document;
    const listener = (event: Event): void => {
      // A press in the shadow root itself is judged by the listener there.
      if (event.currentTarget === root || event.target !== (root as ShadowRoot).host) handlePress(event);
    };
    const targets = new Set([root, document]);
    for (const target of targets) target.addEventListener("pointerdown", listener, true);
    return () => {
      for (const target of targets) target.removeEventListener("pointerdown", listener, true);
    };
  }, [box]);
}
