import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { endPreviewOutside } from "../../entities/spaces/preview.ts";

/** Ends a preview when one goes to a page outside of the workspace's library. One may begin on such a page: it leads into the library. */
export function usePreviewEnd(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (pathname !== undefined) endPreviewOutside(pathname);
  }, [pathname]);
}
