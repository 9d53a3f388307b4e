import { ActionIcon } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { starWithUndo } from "../../entities/items/item-actions.ts";
import { theseItems } from "../../entities/items/item-changes.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { useItemPreview } from "./item-preview.ts";
import styles from "./item.module.css";

/** Adds or removes the star of an item. Hidden in the trash, disabled in a member preview. */
export function StarButton({ item, isFramed = false }: { item: ItemView; isFramed?: boolean }): ReactNode {
  const { t } = useTranslation("item");
  const isPreview = useItemPreview() !== null;
  if (item.trash) return null;
  return (
    <ActionIcon
      {...(isFramed ? { variant: "default" } : { size: 34 })}
      className={styles.starButton}
      disabled={isPreview}
      title={isPreview ? t("preview.off") : undefined}
      aria-label={t("star")}
      aria-pressed={item.favorite}
      aria-keyshortcuts="S"
      onClick={() => void starWithUndo(theseItems([item]), !item.favorite)}
    >
      {item.favorite ? <IconStarFilled size={18} className={styles.star} aria-hidden="true" /> : <IconStar {...ICON} />}
    </ActionIcon>
  );
}
