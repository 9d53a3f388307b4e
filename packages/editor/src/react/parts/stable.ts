import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same from drawing to drawing and calls what was given last: for handlers, not while drawing. */
export function useStable<Args extends unknown[], Result>(latest: (...args: Args) => Result): (...args: Args) => Result {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...args: Args) => kept.current(...args), []);
}
