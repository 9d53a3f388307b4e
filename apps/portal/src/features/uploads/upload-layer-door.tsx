import { lazy, Suspense, type ReactNode } from "react";

const Layer = lazy(() => import("./upload-layer.tsx").then((module) => ({ default: module.UploadLayer })));

/** Drop zone, paste and the tray of uploads, for every signed-in page. Comes after the page's own first paint. */
export function UploadLayer(): ReactNode {
  return (
    <Suspense>
      <Layer />
    </Suspense>
  );
}
