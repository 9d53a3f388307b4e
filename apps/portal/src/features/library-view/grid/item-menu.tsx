import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MenuPanel } from "../../../ui/action-menu.tsx";
import { ITEM_COMMANDS, type CommandContext, type ItemCommand } from "../../../entities/items/item-commands.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { positionOf, type MenuAction, type MenuAnchor } from "../../../ui/menu-content.ts";

interface Props {
  item: ItemView;
  at: MenuAnchor;
  commands: CommandContext;
  onClose: () => void;
}

/** Menu of an item at the position of its button. One menu serves the whole list. */
export function ItemMenu({ item, at, commands, onClose }: Props): ReactNode {
  const { t } = useTranslation("library");
  const actionOf = (command: ItemCommand): MenuAction => ({
    label: t(`actions.${command.labelKey(item)}`),
    icon: command.icon(item),
    ...(command.keyHint ? { keyHint: command.keyHint } : {}),
    ...(command.isDanger ? { isDanger: true } : {}),
    ...(command.href ? { href: command.href(item) } : {}),
    onSelect: () => command.run(item, commands),
  });
  const visible = ITEM_COMMANDS.filter((command) => command.isVisible(item, commands) && command.isListed?.(item) !== false);
  const groups = (["open", "change", "end"] as const)
    .map((group) => visible.filter((command) => command.group === group).map(actionOf))
    .filter((group) => group.length > 0);
  return (
    <Suspense>
      <MenuPanel label={t("actions.more", { title: item.title })} position={positionOf(at)} onClose={onClose} anchor={at} groups={groups} />
    </Suspense>
  );
}
