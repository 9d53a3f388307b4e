import { Checkbox } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import { SettingForm } from "./setting-form.tsx";

/** Whether webhooks may send to addresses inside the network of the server. */
export function WebhooksSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { value: saved, version, source } = settings.privateWebhooks;
  const [isPermitted, setPermitted] = useState(saved);
  return (
    <SettingForm
      settings={settings}
      title={t("server.webhooks")}
      text={t("server.webhooksText")}
      change={isPermitted === saved ? null : { privateWebhooks: { value: isPermitted, version } }}
      consequence={isPermitted && !saved ? t("server.webhooksConsequence") : undefined}
    >
      <Checkbox
        label={t("server.privateWebhooks")}
        disabled={source === "environment"}
        checked={isPermitted}
        onChange={({ currentTarget }) => setPermitted(currentTarget.checked)}
      />
    </SettingForm>
  );
}
