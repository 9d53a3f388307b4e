import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { reopenDraft } from "../../entities/saves/open-save-dialog.ts";
import { trackedSaves } from "../../entities/saves/tracked-saves.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const SaveTray = lazyView(() => import("./save-tray.tsx"), "SaveTray", ["saves"]);

/** The list of saves, and the dialog that a consent page interrupted. Mounted once per page. */
export function SaveLayer(): ReactNode {
  const tracked = useSyncExternalStore(trackedSaves.subscribe, trackedSaves.current, trackedSaves.current);
  useEffect(reopenDraft, []);
  return <Suspense>{tracked.length > 0 && <SaveTray tracked={tracked} />}</Suspense>;
}
