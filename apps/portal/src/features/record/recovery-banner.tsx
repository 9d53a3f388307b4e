import { Suspense, useEffect, useState, type ReactNode } from "react";
import { lazyView } from "../../platform/lazy-view.ts";

const RecoveryList = lazyView(() => import("./recovery-list.tsx"), "RecoveryList", ["recorder"]);

/** Returns whether this browser has ever recorded, without loading the recorder. */
async function hasRecordings(): Promise<boolean> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("recordings");
    for await (const _ of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) return true;
    return false;
  } catch {
    // No recording exists, or the page has no such storage.
    return false;
  }
}

/** Offers interrupted recordings of this browser. Loads nothing when there are none. */
export function RecoveryBanner(): ReactNode {
  const [isWorth, setWorth] = useState(false);
  useEffect(() => {
    void hasRecordings().then(setWorth);
  }, []);
  return <Suspense>{isWorth && <RecoveryList />}</Suspense>;
}
