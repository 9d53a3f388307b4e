import { toasts } from "@stillreel/ui";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { endPreviewOutside } from "../../entities/spaces/preview.ts";

/** Ends a preview on navigation outside of the workspace's library, with a message. It may start on such a page, because it opens the library. */
export function usePreviewEnd(): void {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (pathname !== undefined && endPreviewOutside(pathname)) toasts.show(t("previewEnded"));
  }, [pathname, t]);
}
