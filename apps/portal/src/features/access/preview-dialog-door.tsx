import { lazy, Suspense, type ComponentProps, type ReactNode } from "react";

const PreviewDialog = lazy(() => import("./preview-dialog.tsx").then((module) => ({ default: module.PreviewDialog })));

/** Asks whose view of a workspace is to be shown; mounted while it is asked. Its code comes then. */
export function PreviewDialogDoor(props: ComponentProps<typeof PreviewDialog>): ReactNode {
  return (
    <Suspense>
      <PreviewDialog {...props} />
    </Suspense>
  );
}
