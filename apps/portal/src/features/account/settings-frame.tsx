import { ICON } from "@stillreel/ui";
import { IconAdjustments, IconBell, IconDatabaseExport, IconLock, IconShieldCog, IconUser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { useProviderReturn } from "./proof/provider-return.ts";
import styles from "./settings-frame.module.css";

const PAGES = [
  ["profile", "/profile", IconUser],
  ["preferences", "/preferences", IconAdjustments],
  ["notifications", "/account/notifications", IconBell],
  ["account", "/account", IconShieldCog],
  ["security", "/account/security", IconLock],
  ["data", "/account/data", IconDatabaseExport],
] as const;

/** Frame of the settings: navigation at the start, sections at the end. */
export function SettingsFrame({ page, children }: { page: (typeof PAGES)[number][0]; children: ReactNode }): ReactNode {
  const { t } = useTranslation("account");
  useProviderReturn();
  return (
    <Screen title={t("settings")} tabTitle={t(`nav.${page}`)}>
      <div className={styles.columns}>
        <nav aria-label={t("nav.label")} className={styles.nav}>
          {PAGES.map(([name, to, Icon]) => (
            <Link key={name} to={to} className={styles.link} activeOptions={{ exact: true, includeSearch: false }}>
              <Icon {...ICON} />
              {t(`nav.${name}`)}
            </Link>
          ))}
        </nav>
        <div>{children}</div>
      </div>
    </Screen>
  );
}

/** A row of a section with one control. */
export function SettingRow({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={styles.row}>
      <div className={styles.label}>
        {label}
        {hint && <div className={styles.hint}>{hint}</div>}
      </div>
      {children}
    </div>
  );
}
