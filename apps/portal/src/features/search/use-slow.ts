import { useEffect, useState } from "react";

/** Time without a response after which a progress bar appears, in milliseconds. */
const SLOW_MS = 200;

/** Returns true when a state has lasted longer than the threshold. */
export function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) {
      setSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isSlow;
}
