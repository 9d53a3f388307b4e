import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FolderShareOrder } from "../../../entities/folders/folder-share.queries.ts";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { sortMenu } from "../../../ui/sort-menu.ts";
import styles from "./share-panel.module.css";

interface Props {
  order: FolderShareOrder;
  onChange: (order: FolderShareOrder) => void;
}

/** The order in which visitors see the folder. */
export function FolderOrderRow({ order, onChange }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [isOpen, setOpen] = useState(false);
  const current = t(`sort.${order.items}Short`);
  const groups = sortMenu(t, order, (part) => onChange({ ...order, ...part }));
  return (
    <div className={styles.row}>
      <span className={styles.name}>{t("sort.label")}</span>
      <ActionMenu label={t("sort.label")} groups={groups} isOpen={isOpen} onChange={setOpen}>
        <Button
          variant="default"
          size="xs"
          aria-label={`${t("sort.label")}: ${current}`}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {current}
        </Button>
      </ActionMenu>
    </div>
  );
}
