import { ActionIcon } from "@mantine/core";
import { ICON, Logo } from "@stillreel/ui";
import { DialogFrame } from "@stillreel/ui/primitives";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AccountMenu } from "./account-menu.tsx";
import { AdministrationLink, LibraryNav, StorageLine } from "./nav.tsx";
import styles from "./nav-drawer.module.css";
import { WorkspaceNav } from "./workspace-nav.tsx";

/** The sidebar as a drawer for windows below 960 px. Mounted while open. */
export function NavDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <DialogFrame label={t("nav.library")} backdropClassName={styles.backdrop} className={styles.drawer} onClose={onClose}>
      <div className={styles.top}>
        <Logo height={21} />
        <ActionIcon size={40} onClick={onClose} aria-label={t("nav.closeMenu")}>
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      <LibraryNav />
      <WorkspaceNav />
      <div className={styles.foot}>
        <StorageLine />
        <AdministrationLink />
        <AccountMenu variant="row" />
      </div>
    </DialogFrame>
  );
}
