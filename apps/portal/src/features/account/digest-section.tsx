import { NativeSelect, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { NotificationSettingsView } from "../../entities/notifications/notification-settings.queries.ts";
import { SettingsSection } from "../../ui/settings-section.tsx";
import styles from "./notifications.module.css";
import { SettingRow } from "./settings-frame.tsx";

type Digest = NotificationSettingsView["digest"];

const FREQUENCIES = ["never", "daily", "weekly"] as const satisfies readonly Digest["frequency"][];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday, for the names of the days. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

interface Props {
  digest: Digest;
  onChange: (change: Partial<Digest>) => void;
}

/** Settings of the digest. Each change also stores the time zone of the browser, in which the hour counts. */
export function DigestSection({ digest, onChange }: Props): ReactNode {
  const { t, i18n } = useTranslation("notifications");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const change = (part: Partial<Digest>): void => onChange({ ...part, timeZone });
  const locale = `${i18n.resolvedLanguage ?? "en"}-u-nu-latn`;
  const format = (options: Intl.DateTimeFormatOptions, ms: number): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(MONDAY_MS + ms);
  return (
    <SettingsSection title={t("digest.title")} text={t("digest.hint")}>
      <SettingRow label={t("digest.frequency")}>
        <SegmentedControl
          aria-label={t("digest.frequency")}
          value={digest.frequency}
          onChange={(frequency) => change({ frequency: frequency as Digest["frequency"] })}
          data={FREQUENCIES.map((value) => ({ value, label: t(`digest.${value}`) }))}
        />
      </SettingRow>
      {digest.frequency !== "never" && (
        <SettingRow label={t("digest.time")} hint={t("digest.timeZone", { zone: digest.timeZone.replaceAll("_", " ") })}>
          <span className={styles.times}>
            {digest.frequency === "weekly" && (
              <NativeSelect
                aria-label={t("digest.weekday")}
                value={digest.weekday}
                onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
                data={WEEKDAYS.map((day) => ({ value: String(day), label: format({ weekday: "long" }, (day - 1) * DAY_MS) }))}
              />
            )}
            <NativeSelect
              aria-label={t("digest.hour")}
              value={digest.hour}
              onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
              data={HOURS.map((hour) => ({ value: String(hour), label: format({ timeStyle: "short" }, hour * 3_600_000) }))}
            />
          </span>
        </SettingRow>
      )}
    </SettingsSection>
  );
}
