import { useCallback, useLayoutEffect, useRef } from "react";

/** Returns a function with a stable identity that calls the latest one: for event handlers, not during rendering. */
export function useStable<Args extends unknown[], Result>(latest: (...args: Args) => Result): (...args: Args) => Result {
  const latestRef = useRef(latest);
  useLayoutEffect(() => {
    latestRef.current = latest;
  });
  return useCallback((...args: Args) => latestRef.current(...args), []);
}
