import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { recentItemsQuery } from "../../entities/items/recent-items.queries.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { ItemTile } from "../../ui/item-tile.tsx";
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
        {items.map((item) => (
          <li key={item.id}>
            <ItemTile item={item} to={itemPath(item)} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
