import { ActionIcon } from "@mantine/core";
import { ICON, Logo, Mark } from "@stillreel/ui";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AccountMenu } from "./account-menu.tsx";
import { AdministrationLink, LibraryNav, StorageLine } from "./nav.tsx";
import styles from "./sidebar.module.css";
import { WorkspaceNav } from "./workspace-nav.tsx";

/** Sidebar of wide windows; between 960 and 1200 px, or when collapsed, it shows icons only. */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }): ReactNode {
  const { t } = useTranslation();
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={styles.sidebar} data-collapsed={collapsed || undefined}>
      <div className={styles.top}>
        <Link to="/images" className={styles.logo} aria-label={t("nav.home")}>
          <span className={styles.wide}>
            <Logo height={21} />
          </span>
          <span className={styles.narrow}>
            <Mark height={21} />
          </span>
        </Link>
        <ActionIcon
          className={styles.toggle}
          size={28}
          onClick={onToggle}
          aria-label={collapsed ? t("nav.expand") : t("nav.collapse")}
          aria-expanded={!collapsed}
        >
          <Toggle {...ICON} />
        </ActionIcon>
      </div>
      <LibraryNav />
      <WorkspaceNav />
      <div className={styles.foot}>
        <div className={styles.wide}>
          <StorageLine />
        </div>
        <AdministrationLink />
        <AccountMenu variant="row" />
      </div>
    </aside>
  );
}
