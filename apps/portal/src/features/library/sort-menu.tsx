import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconSortDescending } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "./action-menu.tsx";
import type { ItemSort } from "./library.queries.ts";
import styles from "./library.module.css";

const SORTS: ItemSort[] = ["name", "newest", "oldest"];

/** Chooses the order of the grid. */
export function SortMenu({ sort, onChange }: { sort: ItemSort; onChange: (sort: ItemSort) => void }): ReactNode {
  const { t } = useTranslation("library");
  const [isOpen, setOpen] = useState(false);
  const actions = SORTS.map((value, index) => ({
    label: t(`sort.${value}`),
    isChecked: value === sort,
    onSelect: () => onChange(value),
    ...(index === 0 ? { heading: t("sort.heading") } : {}),
  }));
  return (
    <ActionMenu label={t("sort.label")} groups={[actions]} isOpen={isOpen} onChange={setOpen}>
      <Button variant="quiet" className={styles.sort} leftSection={<IconSortDescending {...ICON} className={styles.mirrored} />}>
        <span className={styles.sortLabel}>{t(`sort.${sort}Short`)}</span>
      </Button>
    </ActionMenu>
  );
}
