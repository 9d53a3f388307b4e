import { IconMenu2, IconPhoto, IconPlayerPlay, IconShare3 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePreview } from "../../entities/spaces/preview.ts";
import styles from "./bottom-bar.module.css";
import { NewMenu } from "./new-menu.tsx";

const BEFORE = [
  { to: "/images", icon: IconPhoto, label: "nav.imagesShort" },
  { to: "/videos", icon: IconPlayerPlay, label: "nav.videosShort" },
] as const;
const AFTER = [{ to: "/shared", icon: IconShare3, label: "nav.sharedShort", isMirrored: true }] as const;

/** Bottom navigation of phones. */
export function BottomBar({ onMore }: { onMore: () => void }): ReactNode {
  const { t } = useTranslation();
  // Nothing can be changed in a preview.
  const isPreview = usePreview() !== null;
  return (
    <nav className={styles.bar} aria-label={t("nav.tabs")}>
      {BEFORE.map((tab) => (
        <Tab key={tab.to} {...tab} />
      ))}
      {isPreview ? <span /> : <NewMenu variant="tile" />}
      {AFTER.map((tab) => (
        <Tab key={tab.to} {...tab} />
      ))}
      <button type="button" className={styles.tab} onClick={onMore}>
        <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
        {t("nav.more")}
      </button>
    </nav>
  );
}

function Tab({
  to,
  icon: TabIcon,
  label,
  isMirrored = false,
}: ((typeof BEFORE)[number] | (typeof AFTER)[number]) & { isMirrored?: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <Link to={to} search={{}} activeOptions={{ includeSearch: false }} className={styles.tab}>
      <TabIcon size={22} stroke={1.6} className={isMirrored ? styles.mirrored : undefined} aria-hidden="true" />
      {t(label)}
    </Link>
  );
}
