import { lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import { closeTransfer, transferDialog } from "./transfer-store.ts";

const TransferDialog = lazy(() => import("./transfer-dialog.tsx").then((module) => ({ default: module.TransferDialog })));
const AddDialog = lazy(() => import("./add-dialog.tsx").then((module) => ({ default: module.AddDialog })));

/** Place of the dialogs that bring items to another space. Mounted once for all signed-in pages; their code comes when it is asked for. */
export function TransferDialogs(): ReactNode {
  const asked = useSyncExternalStore(transferDialog.subscribe, transferDialog.current, transferDialog.current);
  return (
    <Suspense>
      {asked?.mode === "add" && <AddDialog into={asked} onClose={closeTransfer} />}
      {asked && asked.mode !== "add" && <TransferDialog mode={asked.mode} items={asked.items} onClose={closeTransfer} />}
    </Suspense>
  );
}
