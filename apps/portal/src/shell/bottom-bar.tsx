import { IconMenu2, IconPhoto } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./bottom-bar.module.css";
import { NewMenu } from "./new-menu.tsx";

/** Navigation of phones, within reach of the thumb. */
export function BottomBar({ onMore }: { onMore: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className={styles.bar} aria-label={t("nav.tabs")}>
      <Link to="/images" className={styles.tab}>
        <IconPhoto size={22} stroke={1.6} aria-hidden="true" />
        {t("nav.images")}
      </Link>
      <NewMenu look="tile" />
      <button type="button" className={styles.tab} onClick={onMore}>
        <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
        {t("nav.more")}
      </button>
    </nav>
  );
}
