import { IconArrowUpRight, IconDownload, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MenuPanel } from "./action-menu.tsx";
import { copyLink, downloadUrl, type ItemView } from "./library.queries.ts";
import type { MenuPlace } from "./menu-panel.tsx";

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
  return (
    <Suspense>
      <MenuPanel
        label={t("actions.more", { title: item.title })}
        isOpen={isOpen}
        onChange={setOpen}
        onClosed={close}
        place={place}
        groups={[
          [
            { label: t("actions.open"), icon: IconArrowUpRight, keyHint: "↵", onSelect: act(onOpen) },
            { label: t("actions.copyLink"), icon: IconLink, keyHint: "L", onSelect: () => void copyLink(item) },
            { label: t("actions.rename"), icon: IconPencil, keyHint: "F2", onSelect: act(onRename) },
            { label: t("actions.download"), icon: IconDownload, href: downloadUrl(item.id) },
          ],
          [{ label: t("actions.trash"), icon: IconTrash, keyHint: "⌫", isDanger: true, onSelect: act(onTrash) }],
        ]}
      />
    </Suspense>
  );
}
