import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsChange, SettingsView } from "../../../entities/administration/settings.queries.ts";
import { daysOf, gigabytesText, quotaOf } from "./limits.plan.ts";
import styles from "./server.module.css";
import { isLocked, LockedMark, SettingForm } from "./setting-form.tsx";

/** Storage of each account, retention of the trash, and the longest lifetime of links. */
export function LimitsSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { defaultQuota, trashDays, maxLinkDays } = settings;
  const [quota, setQuota] = useState(gigabytesText(defaultQuota.value));
  const [trash, setTrash] = useState(String(trashDays.value));
  const [links, setLinks] = useState(maxLinkDays.value === null ? "" : String(maxLinkDays.value));
  const [bytes, trashFor, linksFor] = [quotaOf(quota), daysOf(trash), daysOf(links)];
  const isValid = bytes !== undefined && trashFor !== undefined && linksFor !== undefined;
  const change: SettingsChange = {
    ...(quota === gigabytesText(defaultQuota.value) ? {} : { defaultQuota: { value: bytes ?? 0, version: defaultQuota.version } }),
    ...(trashFor === trashDays.value ? {} : { trashDays: { value: trashFor ?? null, version: trashDays.version } }),
    ...(linksFor === maxLinkDays.value ? {} : { maxLinkDays: { value: linksFor ?? null, version: maxLinkDays.version } }),
  };
  const shortens = typeof trashFor === "number" && trashFor < trashDays.value;
  const wrong = (value: unknown): string | undefined => (value === undefined ? t("server.notANumber") : undefined);
  return (
    <SettingForm
      settings={settings}
      title={t("server.limits")}
      text={t("server.limitsText")}
      change={isValid && Object.keys(change).length > 0 ? change : null}
      consequence={shortens ? t("server.trashConsequence") : undefined}
    >
      <NumberRow
        label={t("server.quota")}
        hint={t("server.quotaHint")}
        unit={t("server.gigabytes")}
        value={quota}
        setting={defaultQuota}
        error={wrong(bytes)}
        onChange={setQuota}
      />
      <NumberRow
        label={t("server.trash")}
        hint={t("server.trashHint")}
        unit={t("server.days")}
        value={trash}
        setting={trashDays}
        error={wrong(trashFor)}
        onChange={setTrash}
      />
      <NumberRow
        label={t("server.links")}
        hint={t("server.linksHint")}
        unit={t("server.days")}
        value={links}
        setting={maxLinkDays}
        error={wrong(linksFor)}
        onChange={setLinks}
      />
    </SettingForm>
  );
}

interface RowProps {
  label: string;
  hint: string;
  unit: string;
  value: string;
  setting: { source: "default" | "environment" | "saved" };
  error: string | undefined;
  onChange: (value: string) => void;
}

function NumberRow({ label, hint, unit, value, setting, error, onChange }: RowProps): ReactNode {
  return (
    <div className={styles.number}>
      <TextInput
        className={styles.grow ?? ""}
        label={`${label} (${unit})`}
        description={hint}
        value={value}
        error={error}
        disabled={isLocked(setting)}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isLocked(setting) && <LockedMark />}
    </div>
  );
}
