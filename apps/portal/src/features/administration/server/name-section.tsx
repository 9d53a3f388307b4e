import { SERVER_NAME_MAX } from "@stillreel/contract";
import { CountedInput } from "@stillreel/ui/mantine";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import { SettingForm } from "./setting-form.tsx";

/** Name of the installation on the sign-in page. */
export function NameSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { value: saved, version } = settings.serverName;
  const [name, setName] = useState(saved ?? "");
  const value = name.trim() === "" ? null : name.trim();
  return (
    <SettingForm
      settings={settings}
      title={t("server.name")}
      text={t("server.nameText")}
      change={value === saved ? null : { serverName: { value, version } }}
    >
      <CountedInput aria-label={t("server.name")} max={SERVER_NAME_MAX} value={name} onChange={setName} autoComplete="off" />
    </SettingForm>
  );
}
