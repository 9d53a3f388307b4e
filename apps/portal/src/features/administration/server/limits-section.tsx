import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsChange, SettingsView } from "../../../entities/administration/settings.queries.ts";
import { daysOf, gigabytesText, quotaOf } from "./limits.plan.ts";
import { NumberRow } from "./number-row.tsx";
import { SettingForm } from "./setting-form.tsx";

/** Storage of each account, retention of the trash, and the longest lifetime of links. Starts again when a value was changed elsewhere. */
export function LimitsSection({ settings }: { settings: SettingsView }): ReactNode {
  const { defaultQuota, workspaceQuota, trashDays, maxLinkDays } = settings;
  const versions = [defaultQuota, workspaceQuota, trashDays, maxLinkDays].map(({ version }) => version);
  return <LimitsForm key={versions.join("-")} settings={settings} />;
}

function LimitsForm({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { defaultQuota, workspaceQuota, trashDays, maxLinkDays } = settings;
  const [quota, setQuota] = useState(gigabytesText(defaultQuota.value));
  const [team, setTeam] = useState(gigabytesText(workspaceQuota.value));
  const [trash, setTrash] = useState(String(trashDays.value));
  const [links, setLinks] = useState(maxLinkDays.value === null ? "" : String(maxLinkDays.value));
  const [bytes, teamBytes, trashFor, linksFor] = [quotaOf(quota), quotaOf(team), daysOf(trash), daysOf(links)];
  const isValid = bytes !== undefined && teamBytes !== undefined && trashFor !== undefined && linksFor !== undefined;
  const change: SettingsChange = {
    ...(quota === gigabytesText(defaultQuota.value) ? {} : { defaultQuota: { value: bytes ?? 0, version: defaultQuota.version } }),
    ...(team === gigabytesText(workspaceQuota.value) ? {} : { workspaceQuota: { value: teamBytes ?? 0, version: workspaceQuota.version } }),
    ...(trashFor === trashDays.value ? {} : { trashDays: { value: trashFor ?? null, version: trashDays.version } }),
    ...(linksFor === maxLinkDays.value ? {} : { maxLinkDays: { value: linksFor ?? null, version: maxLinkDays.version } }),
  };
  const shortens = typeof trashFor === "number" && trashFor < trashDays.value;
  const rows = [
    { name: "quota", unit: "gigabytes", value: quota, onChange: setQuota, setting: defaultQuota, isWrong: bytes === undefined },
    {
      name: "workspaceQuota",
      unit: "gigabytes",
      value: team,
      onChange: setTeam,
      setting: workspaceQuota,
      isWrong: teamBytes === undefined,
    },
    { name: "trash", unit: "days", value: trash, onChange: setTrash, setting: trashDays, isWrong: trashFor === undefined },
    { name: "links", unit: "days", value: links, onChange: setLinks, setting: maxLinkDays, isWrong: linksFor === undefined },
  ] as const;
  return (
    <SettingForm
      settings={settings}
      title={t("server.limits")}
      text={t("server.limitsText")}
      change={isValid && Object.keys(change).length > 0 ? change : null}
      consequence={shortens ? t("server.trashConsequence") : undefined}
    >
      {rows.map(({ name, unit, isWrong, ...row }) => (
        <NumberRow
          key={name}
          {...row}
          label={t(`server.${name}`)}
          hint={t(`server.${name}Hint`)}
          unit={t(`server.${unit}`)}
          error={isWrong ? t("server.notANumber") : undefined}
        />
      ))}
    </SettingForm>
  );
}
