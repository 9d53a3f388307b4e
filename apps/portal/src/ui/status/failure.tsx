import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useCallback, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NoAccessScreen } from "./no-access.screen.tsx";
import { NotFoundScreen } from "./not-found.screen.tsx";
import { ServerUnreachableScreen } from "./server-unreachable.screen.tsx";

/** Error page according to the cause. */
export function Failure({ error, reset }: ErrorComponentProps): ReactNode {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  if (isApiError(error, "not-found")) return <NotFoundScreen />;
  if (isApiError(error, "forbidden")) return <NoAccessScreen />;
  // A code chunk that fails to load is treated like a request without a response.
  if (isApiError(error, "offline", "unavailable") || (error instanceof Error && /dynamically imported module/i.test(error.message)))
    return <ServerUnreachableScreen retry={retry} />;
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("deadEnds.errorTitle")}
      actions={
        <Button size="lg" onClick={retry}>
          {t("actions.tryAgain")}
        </Button>
      }
    >
      {t("deadEnds.errorText")}
    </DeadEnd>
  );
}
