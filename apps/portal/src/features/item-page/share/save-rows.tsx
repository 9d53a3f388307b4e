import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { useSaveActions } from "../../../entities/saves/save-actions.ts";
import styles from "./save-rows.module.css";

/** Opens the dialog that saves the item to a service; a service without a connection is connected there. */
export function SaveRows({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const actions = useSaveActions(item);
  if (actions.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t("share.save")}</h2>
      <ul>
        {actions.map(({ service, label, icon: Icon, onSelect }) => (
          <li key={service.provider}>
            <button type="button" className={styles.row} onClick={onSelect}>
              <Icon size={19} stroke={1.7} aria-hidden="true" />
              <span className={styles.label}>{label}</span>
              {service.status === "connected" ? (
                <IconChevronRight size={17} aria-hidden="true" className={styles.chevron} />
              ) : (
                <span className={styles.connect}>{t("share.connect")}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
