import { Suspense, type ComponentProps, type ReactNode } from "react";
import { usePreview } from "../../entities/spaces/preview.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const Banner = lazyView(() => import("./preview-bar.tsx"), "PreviewBar", ["access"]);

/** Says whose view of a workspace, or of an item in it, is shown, with the way out; nothing while it is one's own. Once on every page. */
export function PreviewBanner({ of }: Pick<ComponentProps<typeof Banner>, "of">): ReactNode {
  const shown = usePreview();
  return <Suspense>{shown && <Banner shown={shown} of={of} />}</Suspense>;
}
