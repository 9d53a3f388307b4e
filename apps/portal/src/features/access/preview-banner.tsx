import { Suspense, type ComponentProps, type ReactNode } from "react";
import { usePreview } from "../../entities/spaces/preview.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const Banner = lazyView(() => import("./preview-bar.tsx"), "PreviewBar", ["access"]);

/** Shows whose view of a workspace or item is displayed, with a button to leave; hidden without a preview. Once per page. */
export function PreviewBanner({ of }: Pick<ComponentProps<typeof Banner>, "of">): ReactNode {
  const shown = usePreview();
  return <Suspense>{shown && <Banner shown={shown} of={of} />}</Suspense>;
}
