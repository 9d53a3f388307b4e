import { Switch } from "@mantine/core";
import { updatePreferences } from "@stillreel/contract";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { preferencesQuery } from "../../../entities/people/account.queries.ts";
import { client } from "../../../platform/api.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { SettingRow } from "../settings-frame.tsx";

/** Switches the mails about new devices. */
export function SignInAlerts(): ReactNode {
  const { t } = useTranslation("security");
  const queries = useQueryClient();
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const save = useMutation({
    mutationFn: (signInAlerts: boolean) => client.call(updatePreferences, { body: { signInAlerts } }),
    onSuccess: (next) => queries.setQueryData(preferencesQuery.queryKey, next),
  });
  return (
    <SettingsSection title={t("alerts.title")} text={t("alerts.text")}>
      <SettingRow label={t("alerts.switch")}>
        <Switch
          aria-label={t("alerts.switch")}
          checked={save.isPending ? save.variables : preferences.signInAlerts}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      </SettingRow>
    </SettingsSection>
  );
}
