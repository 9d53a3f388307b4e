import { ICON } from "@stillreel/ui";
import {
  IconArtboard,
  IconPhoto,
  IconPlayerPlay,
  IconPlugConnected,
  IconShare3,
  IconShieldCog,
  IconStar,
  IconTrash,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { countsQuery } from "../../entities/people/account.queries.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import styles from "./nav.module.css";

/** The library sections. Entries with `drop` are drop targets. */
const SECTIONS = [
  { to: "/images", icon: IconPhoto, label: "nav.images", count: "images", drop: "root:image" },
  { to: "/videos", icon: IconPlayerPlay, label: "nav.videos", count: "videos", drop: "root:video" },
  { to: "/shared", icon: IconShare3, label: "nav.shared", count: "shared", drop: undefined, isMirrored: true },
  { to: "/starred", icon: IconStar, label: "nav.starred", count: undefined, drop: "starred" },
  { to: "/boards", icon: IconArtboard, label: "nav.boards", count: "boards", drop: "root:board" },
  { to: "/integrations", icon: IconPlugConnected, label: "nav.integrations", count: undefined, drop: undefined },
  { to: "/trash", icon: IconTrash, label: "nav.trash", count: "trash", drop: "trash" },
] as const;

/** Links to the library sections. */
export function LibraryNav(): ReactNode {
  const { t, i18n } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  return (
    <nav aria-label={t("nav.library")}>
      <ul className={styles.list}>
        {SECTIONS.map(({ to, icon: SectionIcon, label, count, drop, ...variant }) => (
          <li key={to}>
            <Link
              to={to}
              search={{}}
              activeOptions={{ includeSearch: false }}
              className={styles.link}
              title={t(label)}
              data-drop-target={drop}
            >
              <SectionIcon {...ICON} className={"isMirrored" in variant ? styles.mirrored : undefined} />
              <span className={styles.label}>{t(label)}</span>
              {count !== undefined && counts !== undefined && counts[count] > 0 && (
                <span className={styles.count}>{formatCount(counts[count], i18n.language)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Storage used by the account. No quota exists. */
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

/** Link to the administration, for administrators of the installation. */
export function AdministrationLink(): ReactNode {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery);
  if (user?.role !== "admin") return null;
  return (
    <nav aria-label={t("nav.administration")}>
      <Link to="/admin" activeOptions={{ includeSearch: false }} className={styles.link} title={t("nav.administration")}>
        <IconShieldCog {...ICON} />
        <span className={styles.label}>{t("nav.administration")}</span>
      </Link>
    </nav>
  );
}
