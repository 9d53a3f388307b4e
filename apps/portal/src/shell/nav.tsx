import { ICON } from "@stillreel/ui";
import { IconPhoto } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { countsQuery } from "../features/account/index.ts";
import { formatBytes } from "./format-bytes.ts";
import styles from "./nav.module.css";

/** Links to the sections of the library. `compact` shows icons only. */
export function LibraryNav(): ReactNode {
  const { t } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  return (
    <nav aria-label={t("nav.library")}>
      <ul className={styles.list}>
        <li>
          <Link to="/images" className={styles.link} title={t("nav.images")}>
            <IconPhoto {...ICON} />
            <span className={styles.label}>{t("nav.images")}</span>
            {counts !== undefined && counts.images > 0 && <span className={styles.count}>{counts.images.toLocaleString("en")}</span>}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** How much the account stores. There is no quota to compare it with. */
export function StorageLine(): ReactNode {
  const { t } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  if (!counts) return null;
  return (
    <p className={styles.storage}>
      <span>{t("nav.storage")}</span>
      <bdi className={styles.used}>{t("nav.stored", { size: formatBytes(counts.storedBytes, t) })}</bdi>
    </p>
  );
}
