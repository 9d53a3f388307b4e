import { Suspense, useEffect, useState, type ReactNode } from "react";
import { lazyView } from "../../platform/lazy-view.ts";

const RecoveryList = lazyView(() => import("./recovery-list.tsx"), "RecoveryList", ["recorder"]);

/** Whether anything was ever recorded in this browser; looked up without the recorder's code. */
async function hasRecordings(): Promise<boolean> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("recordings");
    for await (const _ of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) return true;
    return false;
  } catch {
    // Nothing was, or this page has no such storage.
    return false;
  }
}

/** Offers what was cut off in this browser. Pages on which nothing was load nothing. */
export function RecoveryBanner(): ReactNode {
  const [isWorth, setWorth] = useState(false);
  useEffect(() => {
    void hasRecordings().then(setWorth);
  }, []);
  return <Suspense>{isWorth && <RecoveryList />}</Suspense>;
}
