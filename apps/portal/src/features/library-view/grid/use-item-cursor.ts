import { useNavigate } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { restoreWithUndo, starWithUndo, trashWithUndo } from "../../../entities/items/item-actions.ts";
import type { CardActions } from "./item-card.tsx";
import { renameItem, theseItems } from "../../../entities/items/item-changes.ts";
import type { CommandContext } from "../../../entities/items/item-commands.ts";
import { copyLink } from "../../../entities/items/item-links.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { videoEditPath } from "../../../entities/spaces/addresses.ts";
import type { MenuAnchor } from "../../../ui/menu-content.ts";

/** State of an item list: focused item, edited title, open menu, and card callbacks. */
export interface ItemCursor {
  currentIndex: number;
  renamingId: string | null;
  menu: { item: ItemView; at: MenuAnchor } | null;
  closeMenu: () => void;
  /** Whether the focus must move to the current item after render. */
  wantsFocus: { current: boolean };
  setCurrent: (itemId: string | null) => void;
  openMenu: (item: ItemView, anchor: HTMLElement) => void;
  /** Opens the menu at the pointer. */
  openMenuAt: (item: ItemView, at: MenuAnchor) => void;
  commands: CommandContext;
  actions: Omit<CardActions, "onOpen" | "onPick" | "onPictureFailed">;
}

interface Given {
  items: readonly ItemView[];
  onOpen: (item: ItemView, picture: HTMLElement | null) => void;
  /** Asks for confirmation before permanent deletion. */
  onPurge: (items: ItemView[]) => void;
  onMove: ((items: ItemView[]) => void) | undefined;
  /** Whether the list is a member preview. */
  isPreview: boolean;
}

/** Returns the state of an item list with keyboard navigation. */
export function useItemCursor({ items, onOpen, onPurge, onMove, isPreview }: Given): ItemCursor {
  const [currentId, setCurrent] = useState<string | null>(null);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const { menu, openMenu, openMenuAt, closeMenu } = useItemMenu(setCurrent);
  const wantsFocus = useRef(false);
  const navigate = useNavigate();
  const index = items.findIndex((item) => item.id === currentId);
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  }, [items]);

  /** Moves the focus to the neighbour of an item that is about to be removed. */
  const leave = useCallback((item: ItemView): void => {
    const at = latest.current.findIndex((known) => known.id === item.id);
    const neighbour = latest.current[at + 1] ?? latest.current[at - 1];
    wantsFocus.current = true;
    setCurrent(neighbour?.id ?? null);
  }, []);
  const commands = useMemo(
    (): CommandContext => ({
      open: (item) => onOpen(item, null),
      rename: (item) => {
        setCurrent(item.id);
        setRenamingId(item.id);
      },
      trash: (item) => {
        leave(item);
        void trashWithUndo(theseItems([item]));
      },
      purge: (item) => onPurge([item]),
      editVideo: (item) => void navigate({ to: videoEditPath(item) }),
      move: onMove && ((item) => onMove([item])),
    }),
    [onOpen, onPurge, onMove, leave, navigate],
  );
  const actions = useMemo(
    (): ItemCursor["actions"] => ({
      onCopyLink: (item) => void copyLink(item),
      ...(!isPreview && { onStar: (item) => void starWithUndo(theseItems([item]), !item.favorite) }),
      onRestore: (item) => {
        leave(item);
        void restoreWithUndo(theseItems([item]));
      },
      onPurge: (item) => onPurge([item]),
      onMenu: openMenu,
      onRename: (item, title) => void renameItem(item, title),
      onRenameEnd: (byKeyboard) => {
        wantsFocus.current = byKeyboard;
        setRenamingId(null);
      },
      onFocus: setCurrent,
    }),
    [onPurge, openMenu, leave, isPreview],
  );
  const currentIndex = Math.max(0, index);
  return { currentIndex, renamingId, menu, closeMenu, wantsFocus, setCurrent, openMenu, openMenuAt, commands, actions };
}

/** The menu of one item of a list. */
function useItemMenu(setCurrent: ItemCursor["setCurrent"]): Pick<ItemCursor, "menu" | "openMenu" | "openMenuAt" | "closeMenu"> {
  const [menu, setMenu] = useState<ItemCursor["menu"]>(null);
  const openMenu = useCallback(
    (item: ItemView, anchor: HTMLElement): void => setMenu({ item, at: { rect: anchor.getBoundingClientRect(), element: anchor } }),
    [],
  );
  const openMenuAt = useCallback(
    (item: ItemView, at: MenuAnchor): void => {
      setCurrent(item.id);
      setMenu({ item, at });
    },
    [setCurrent],
  );
  const closeMenu = useCallback(() => setMenu(null), []);
  return { menu, openMenu, openMenuAt, closeMenu };
}
