import { lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import { moveDialog } from "./move-dialog-store.ts";

const Host = lazy(() => import("./move-to-folder-dialog.tsx").then((module) => ({ default: module.MoveDialogHost })));
const isAsked = (): boolean => moveDialog.current() !== null;

/** The move dialog for pages without a list ({@link openMoveDialog}); its code comes when somebody asks for it. */
export function MoveDialogDoor(): ReactNode {
  const isWanted = useSyncExternalStore(moveDialog.subscribe, isAsked);
  return isWanted ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null;
}
