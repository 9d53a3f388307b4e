import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { endPreviewOutside } from "../../entities/spaces/preview.ts";

/** Ends a preview on navigation outside of the workspace's library. It may start on such a page, because it opens the library. */
export function usePreviewEnd(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (pathname !== undefined) endPreviewOutside(pathname);
  }, [pathname]);
}
