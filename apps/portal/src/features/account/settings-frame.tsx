import { ICON } from "@stillreel/ui";
import {
  IconAdjustments,
  IconBell,
  IconDatabaseExport,
  IconLock,
  IconShieldCog,
  IconTools,
  IconUser,
  IconWebhook,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { useFollowedTab } from "../../ui/use-followed-tab.ts";
import { useProviderReturn } from "./proof/provider-return.ts";
import styles from "./settings-frame.module.css";

const PAGES = [
  ["profile", "/profile", IconUser],
  ["preferences", "/preferences", IconAdjustments],
  ["notifications", "/account/notifications", IconBell],
  ["account", "/account", IconShieldCog],
  ["security", "/account/security", IconLock],
  ["tools", "/account/tools", IconTools],
  ["webhooks", "/account/webhooks", IconWebhook],
  ["data", "/account/data", IconDatabaseExport],
] as const;

type Page = (typeof PAGES)[number];

/** Frame of the settings: navigation at the start, sections at the end. */
export function SettingsFrame({ page, children }: { page: Page[0]; children: ReactNode }): ReactNode {
  const { t } = useTranslation("account");
  useProviderReturn();
  return (
    <Screen title={t("settings")} tabTitle={t(`nav.${page}`)}>
      <div className={styles.columns}>
        <nav aria-label={t("nav.label")} className={styles.nav}>
          {PAGES.map((one) => (
            <PageLink key={one[0]} page={one} isHere={one[0] === page} />
          ))}
        </nav>
        <div>{children}</div>
      </div>
    </Screen>
  );
}

function PageLink({ page: [name, to, Icon], isHere }: { page: Page; isHere: boolean }): ReactNode {
  const { t } = useTranslation("account");
  const tab = useFollowedTab(isHere);
  return (
    <Link to={to} className={styles.link} activeOptions={{ exact: true, includeSearch: false }} ref={tab}>
      <Icon {...ICON} />
      {t(`nav.${name}`)}
    </Link>
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
