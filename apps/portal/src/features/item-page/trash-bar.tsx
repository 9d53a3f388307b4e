import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconRestore, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { daysUntil } from "../../entities/items/item-facts.ts";
import { restoreWithUndo } from "../../entities/items/item-actions.ts";
import { theseItems } from "../../entities/items/item-changes.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./item.module.css";

/** Reports that the item is in the trash and until when, with a restore button. */
export function TrashBar({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const left = item.purgeAt === null ? null : t("inTrash.left", { count: daysUntil(item.purgeAt, Date.now()) });
  return (
    <div className={`${styles.bar} ${styles.trashBar}`} role="status">
      <IconTrash {...ICON} />
      <p>{[t("inTrash.title"), left].filter((part) => part !== null).join(" · ")}</p>
      {item.permission.write && (
        <Button variant="default" leftSection={<IconRestore {...ICON} />} onClick={() => void restoreWithUndo(theseItems([item]))}>
          {t("inTrash.restore")}
        </Button>
      )}
    </div>
  );
}
