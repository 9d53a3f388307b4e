import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dismissSetup, setupQuery, type SetupView } from "../../entities/administration/settings.queries.ts";
import { offerUndo } from "../../entities/undo/undo.ts";
import { errorText } from "../../platform/api.ts";
import { toasts } from "@stillreel/ui";
import { SetupCard } from "../../ui/setup-card.tsx";

/**
 * The first steps after the installation above an empty library, until an administrator dismisses them or all are done. Nothing is shown
 * before it is known whether there are any, so that nothing moves.
 */
export function FirstSteps({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation(["administration", "common"]);
  const queries = useQueryClient();
  const { data: setup, isPending } = useQuery(setupQuery);
  if (isPending) return null;
  if (setup === undefined || setup.isDismissed || setup.steps.every(({ isDone }) => isDone)) return children;
  const set = async (isDismissed: boolean): Promise<void> => {
    const show = (value: boolean) =>
      queries.setQueryData(setupQuery.queryKey, (old: SetupView | undefined) => old && { ...old, isDismissed: value });
    show(isDismissed);
    try {
      await dismissSetup(isDismissed);
    } catch (error) {
      show(!isDismissed);
      toasts.error(errorText(error));
    }
  };
  return (
    <>
      <SetupCard
        steps={setup.steps}
        onDismiss={() => {
          void set(true);
          offerUndo(t("setup.dismissed"), t("common:actions.undo"), () => set(false));
        }}
      />
      {children}
    </>
  );
}
