import { Thumb } from "@stillreel/ui";
import { IconPhoto, IconPlayerPlay } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { recentItemsQuery } from "../../entities/items/recent-items.queries.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { SettingsSection } from "../../ui/settings-section.tsx";
import styles from "./recent-files.module.css";

/** The items that the user last opened or added, as links. */
export function RecentFiles(): ReactNode {
  const { t } = useTranslation("account");
  const { data: items } = useSuspenseQuery(recentItemsQuery);
  return (
    <SettingsSection title={t("recent.title")} text={t("recent.text")}>
      {items.length === 0 && <p className={styles.none}>{t("recent.none")}</p>}
      <ul className={styles.items} aria-label={t("recent.title")}>
        {items.map((item) => {
          const KindIcon = item.type === "video" ? IconPlayerPlay : IconPhoto;
          return (
            <li key={item.id}>
              <Link to={itemPath(item)} className={styles.item}>
                <Thumb shape={item.type === "video" ? "reel" : "still"} className={styles.thumb ?? ""}>
                  {item.thumbnailUrl ? <img src={item.thumbnailUrl} alt="" /> : <KindIcon size={28} stroke={1.2} aria-hidden="true" />}
                </Thumb>
                <bdi className={styles.title} title={item.title}>
                  {item.title}
                </bdi>
              </Link>
            </li>
          );
        })}
      </ul>
    </SettingsSection>
  );
}
