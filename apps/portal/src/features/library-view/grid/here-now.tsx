import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHereNow } from "../../../entities/boards/here-now.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import styles from "./here-now.module.css";

/** How many people have a whiteboard open. Empty without people. Its id makes it part of the description of the link. */
export function HereNow({ item, id }: { item: ItemView; id: string }): ReactNode {
  const { t } = useTranslation("library");
  const people = useHereNow(item);
  if (people === 0) return null;
  return (
    <span className={styles.here} id={id}>
      <span className={styles.dot} aria-hidden="true" />
      {t("card.hereNow", { count: people })}
    </span>
  );
}
