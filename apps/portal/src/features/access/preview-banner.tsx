import { lazy, Suspense, type ReactNode } from "react";
import { usePreview } from "../spaces/index.ts";

const Banner = lazy(() => import("./preview-bar.tsx").then((module) => ({ default: module.PreviewBar })));

/** Says whose view of a workspace is shown, with the way out; nothing while it is one's own. Mounted once, above the pages. */
export function PreviewBanner(): ReactNode {
  const shown = usePreview();
  return <Suspense>{shown && <Banner shown={shown} />}</Suspense>;
}
