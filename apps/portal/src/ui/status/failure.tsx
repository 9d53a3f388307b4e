import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useCallback, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isCodeLoadError } from "../../platform/code-load.ts";
import { CodeFailure } from "./code-failure.tsx";
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
  if (isCodeLoadError(error)) return <CodeFailure error={error} retry={retry} />;
  if (isApiError(error, "offline", "unavailable")) return <ServerUnreachableScreen retry={retry} />;
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
