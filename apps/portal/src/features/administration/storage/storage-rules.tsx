import { OLD_ITEM_DAYS_MAX, OLD_ITEM_DAYS_MIN, OLD_ITEMS_COUNTED_MAX } from "@stillreel/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { settingsQuery, type SettingsView } from "../../../entities/administration/settings.queries.ts";
import { retentionPreviewQuery } from "../../../entities/administration/storage.queries.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "@stillreel/i18n";
import { LimitsSection } from "../server/limits-section.tsx";
import { NumberRow } from "../server/number-row.tsx";
import { SettingForm } from "../server/setting-form.tsx";
import { retentionOf } from "./retention.plan.ts";

/** Default quotas, and the retention of the trash and of unused items. Each form starts again when its value was changed elsewhere. */
export function StorageRules(): ReactNode {
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  return (
    <>
      <LimitsSection settings={settings} />
      <RetentionForm key={settings.oldItemDays.version} settings={settings} />
    </>
  );
}

function RetentionForm({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { value: saved, version } = settings.oldItemDays;
  const [typed, setTyped] = useState(saved === null ? "" : String(saved));
  const days = retentionOf(typed);
  const isChanged = days !== undefined && days !== saved;
  return (
    <SettingForm
      settings={settings}
      title={t("storage.old")}
      text={t("storage.oldText")}
      change={isChanged ? { oldItemDays: { value: days, version } } : null}
      consequence={typeof days === "number" ? <Consequence days={days} trashDays={settings.trashDays.value} /> : undefined}
    >
      <NumberRow
        label={t("storage.oldDays")}
        hint={t("storage.oldHint")}
        unit={t("server.days")}
        value={typed}
        setting={settings.oldItemDays}
        error={days === undefined ? t("storage.oldRange", { min: OLD_ITEM_DAYS_MIN, max: OLD_ITEM_DAYS_MAX }) : undefined}
        onChange={setTyped}
      />
    </SettingForm>
  );
}

/** What the chosen retention moves to the trash. */
function Consequence({ days, trashDays }: { days: number; trashDays: number }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  const preview = useQuery(retentionPreviewQuery(useDeferredValue(days)));
  const number = (count: number): string => formatCount(count, i18n.language);
  const found = preview.data;
  return (
    <span role="status">
      {found === undefined
        ? t("storage.oldCounting")
        : found.items >= OLD_ITEMS_COUNTED_MAX
          ? t("storage.oldMany", { number: number(found.items) })
          : found.items === 0
            ? t("storage.oldNone")
            : t("storage.oldItems", { count: found.items, number: number(found.items), size: formatBytes(found.bytes, common) })}{" "}
      {t("storage.oldConsequence", { days: trashDays })}
    </span>
  );
}
