import { ActionIcon, Button } from "@mantine/core";
import { ICON, Logo } from "@stillreel/ui";
import { IconHelp, IconMenu2, IconPuzzle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePreview } from "../../entities/spaces/preview.ts";
import { openDialog } from "../../platform/dialogs.ts";
import { useExtensionPresence } from "../../platform/extension-presence.ts";
import { SearchField } from "../../features/search/search-field.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Bell } from "./bell.tsx";
import styles from "./header.module.css";
import { NewMenu } from "./new-menu.tsx";

/** Header of every shell page. Phones show logo and account here; New is in the bottom bar. */
export function Header({ onOpenMenu }: { onOpenMenu: () => void }): ReactNode {
  const { t } = useTranslation();
  // Nothing can be changed in a preview.
  const isPreview = usePreview() !== null;
  const hasExtension = useExtensionPresence();
  return (
    <header className={styles.header}>
      <ActionIcon className={styles.menu} size={40} onClick={onOpenMenu} aria-label={t("nav.openMenu")}>
        <IconMenu2 {...ICON} size={20} />
      </ActionIcon>
      <Link to="/images" className={styles.logo} aria-label={t("nav.home")}>
        <Logo height={22} />
      </Link>
      <SearchField />
      <span className={styles.gap} />
      {!hasExtension && (
        <Button className={styles.install} variant="quiet" component={Link} to="/install" leftSection={<IconPuzzle {...ICON} />}>
          {t("header.installExtension")}
        </Button>
      )}
      <ActionIcon
        className={styles.help}
        size={40}
        aria-label={t("header.help")}
        onClick={() => openDialog("help-panel", { shows: "article" })}
      >
        <IconHelp {...ICON} size={20} />
      </ActionIcon>
      {!isPreview && <Bell />}
      <span className={styles.new}>{!isPreview && <NewMenu variant="button" />}</span>
      <span className={styles.account}>
        <AccountMenu variant="avatar" />
      </span>
    </header>
  );
}
