import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./list-head.module.css";
import type { ItemSort } from "../../../entities/items/item-list.ts";

const COLUMNS = ["name", "access", "views", "comments", "size", "created"] as const;

/** Head of the list. Name and Created sort; the other columns are labels. */
export function ListHead({
  sort,
  onSort,
  isFixed = false,
}: {
  sort: ItemSort;
  onSort: (sort: ItemSort) => void;
  isFixed?: boolean;
}): ReactNode {
  const { t } = useTranslation("library");
  const Arrow = sort === "oldest" ? IconArrowUp : IconArrowDown;
  return (
    <div className={styles.head} role="group" aria-label={t("list.columns")}>
      {COLUMNS.map((column) => {
        const isSorted = column === (sort === "name" ? "name" : "created");
        const label = t(`list.${column}`);
        if (isFixed || (column !== "name" && column !== "created")) {
          return (
            <span key={column} className={styles.column} data-column={column}>
              {label}
            </span>
          );
        }
        const next: ItemSort = column === "name" ? "name" : sort === "newest" ? "oldest" : "newest";
        return (
          <button
            key={column}
            type="button"
            className={styles.column}
            data-column={column}
            aria-pressed={isSorted}
            title={t(`sort.${next}`)}
            onClick={() => onSort(next)}
          >
            {label}
            {isSorted && <Arrow size={14} stroke={2} aria-hidden="true" />}
          </button>
        );
      })}
    </div>
  );
}
