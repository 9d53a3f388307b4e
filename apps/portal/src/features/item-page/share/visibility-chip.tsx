import { useMutation, useQuery } from "@tanstack/react-query";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { accessStyle } from "../../../entities/items/item-access.ts";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { cacheItem } from "../../../entities/items/items.queries.ts";
import { makeLink } from "../../../entities/items/item-links.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { changeShare, shareQuery } from "../../../entities/items/share.queries.ts";
import styles from "./visibility-chip.module.css";
import { asChoice, choicesFor, VISIBILITIES, type Visibility } from "./visibilities.ts";

/** Shows who can open an item, with a menu for users who may change it. */
export function VisibilityChip({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { t: library } = useTranslation("library");
  const [isOpen, setOpen] = useState(false);
  const canChange = item.permission.write && !item.trash;
  const { data: share } = useQuery({ ...shareQuery(item), enabled: canChange && item.shareUrl !== null });
  const { mutateAsync } = useMutation(changeShare(item));
  const { icon: Icon, labelKey } = accessStyle(item);
  const face = (
    <>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {library(labelKey)}
    </>
  );
  if (!canChange) return <span className={styles.chip}>{face}</span>;
  const choose = async (visibility: Visibility): Promise<void> => {
    if (item.shareUrl === null) {
      // Without an own link, an item is private unless the link of a folder shows it; a private link hides it there.
      if (visibility === item.access) return;
      await makeLink(item);
      if (visibility === "link") return;
    }
    const changed = await mutateAsync({ visibility });
    cacheItem({ ...item, shareUrl: changed.shareUrl, access: visibility === "link" && changed.hasPassword ? "password" : visibility });
  };
  const visibilityKey = item.access === "password" ? "link" : item.access;
  const current = asChoice(item, (item.shareUrl === null ? null : share?.visibility) ?? visibilityKey);
  const choices = choicesFor(item).map((visibility) => ({
    label: t(VISIBILITIES[visibility][1]),
    icon: VISIBILITIES[visibility][0],
    isChecked: current === visibility,
    // The mutation itself shows a refusal.
    onSelect: () => void choose(visibility).catch(() => {}),
  }));
  return (
    <ActionMenu label={t("share.whoCanOpen")} groups={[choices]} isOpen={isOpen} onChange={setOpen}>
      <button type="button" className={styles.chip} aria-label={`${t("share.whoCanOpen")}: ${library(labelKey)}`}>
        {face}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </button>
    </ActionMenu>
  );
}
