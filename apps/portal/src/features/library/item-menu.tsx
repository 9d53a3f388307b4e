import { IconArrowUpRight, IconDownload, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "./action-menu.tsx";
import styles from "./library.module.css";
import { copyLink, downloadUrl, type ItemView } from "./library.queries.ts";

/** Where a menu opens, and what gets the focus back when it closes. */
export interface MenuPlace {
  rect: DOMRect;
  element: HTMLElement;
}

interface Props {
  item: ItemView;
  place: MenuPlace;
  onOpen: () => void;
  onRename: () => void;
  onTrash: () => void;
  /** After the menu has gone. */
  onClosed: () => void;
}

/** Everything that can be done with a still, at the place of the button that asked for it. One menu serves the whole grid. */
export function ItemMenu({ item, place, onOpen, onRename, onTrash, onClosed }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [isOpen, setOpen] = useState(true);
  const [isDone, setDone] = useState(false);
  const act = (run: () => void) => () => {
    setDone(true);
    run();
  };
  const close = (): void => {
    // Actions that move the focus themselves keep it.
    if (!isDone && place.element.isConnected) place.element.focus({ preventScroll: true });
    onClosed();
  };
  const { left, top, width, height } = place.rect;
  return (
    <ActionMenu
      label={t("actions.more", { title: item.title })}
      isOpen={isOpen}
      onChange={setOpen}
      onClosed={close}
      groups={[
        [
          { label: t("actions.open"), icon: IconArrowUpRight, keyHint: "↵", onSelect: act(onOpen) },
          { label: t("actions.copyLink"), icon: IconLink, keyHint: "L", onSelect: () => void copyLink(item) },
          { label: t("actions.rename"), icon: IconPencil, keyHint: "F2", onSelect: act(onRename) },
          { label: t("actions.download"), icon: IconDownload, href: downloadUrl(item.id) },
        ],
        [{ label: t("actions.trash"), icon: IconTrash, keyHint: "⌫", isDanger: true, onSelect: act(onTrash) }],
      ]}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.anchor}
        style={{ left, top, width, height }}
        aria-label={t("actions.more", { title: item.title })}
      />
    </ActionMenu>
  );
}
