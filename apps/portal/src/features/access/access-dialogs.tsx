import { lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import { accessDialog, closeAccess } from "./access-store.ts";
import { usePreviewEnd } from "./use-preview-end.ts";

const AccessDialog = lazy(() => import("./access-dialog.tsx").then((module) => ({ default: module.AccessDialog })));

/**
 * Place of the dialog about rights ({@link openAccess}), and of the end of previews. Mounted once for all signed-in pages; the dialog's
 * code comes when it is asked for.
 */
export function AccessDialogs(): ReactNode {
  usePreviewEnd();
  const subject = useSyncExternalStore(accessDialog.subscribe, accessDialog.current, accessDialog.current);
  return <Suspense>{subject && <AccessDialog key={`${subject.kind}/${subject.id}`} subject={subject} onClose={closeAccess} />}</Suspense>;
}
