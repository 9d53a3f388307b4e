import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { restoreWithUndo, starWithUndo, trashWithUndo } from "../../entities/items/item-actions.ts";
import type { CardActions } from "./item-card.tsx";
import { renameItem, theseItems } from "../../entities/items/item-changes.ts";
import type { CommandContext } from "../../entities/items/item-commands.ts";
import { copyLink } from "../../entities/items/item-links.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import type { MenuAnchor } from "../../ui/menu-content.ts";

/** What a list of items keeps about itself: the item in focus, the title being edited, the open menu, and what cards ask for. */
export interface ItemCursor {
  currentIndex: number;
  renamingId: string | null;
  menu: { item: ItemView; at: MenuAnchor } | null;
  closeMenu: () => void;
  /** True while the focus is to follow the current item once it is drawn. */
  wantsFocus: { current: boolean };
  setCurrent: (itemId: string | null) => void;
  openMenu: (item: ItemView, anchor: HTMLElement) => void;
  place: CommandContext;
  actions: Omit<CardActions, "onOpen" | "onPick" | "onPictureFailed">;
}

interface Given {
  items: readonly ItemView[];
  onOpen: (item: ItemView, picture: HTMLElement | null) => void;
  /** Asks before it deletes for ever. */
  onPurge: (items: ItemView[]) => void;
  onMove: ((items: ItemView[]) => void) | undefined;
  /** The list is shown as another sees it. */
  isPreview: boolean;
}

/** The state of a list of items that people walk with the keyboard. */
export function useItemCursor({ items, onOpen, onPurge, onMove, isPreview }: Given): ItemCursor {
  const [currentId, setCurrent] = useState<string | null>(null);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const [menu, setMenu] = useState<ItemCursor["menu"]>(null);
  const wantsFocus = useRef(false);
  const index = items.findIndex((item) => item.id === currentId);
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  }, [items]);

  /** The focus goes to the neighbour of an item that is about to leave. */
  const leave = useCallback((item: ItemView): void => {
    const at = latest.current.findIndex((known) => known.id === item.id);
    const neighbour = latest.current[at + 1] ?? latest.current[at - 1];
    wantsFocus.current = true;
    setCurrent(neighbour?.id ?? null);
  }, []);
  const openMenu = useCallback(
    (item: ItemView, anchor: HTMLElement): void => setMenu({ item, at: { rect: anchor.getBoundingClientRect(), element: anchor } }),
    [],
  );
  const place = useMemo(
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
      move: onMove && ((item) => onMove([item])),
    }),
    [onOpen, onPurge, onMove, leave],
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
  const closeMenu = useCallback(() => setMenu(null), []);
  return { currentIndex: Math.max(0, index), renamingId, menu, closeMenu, wantsFocus, setCurrent, openMenu, place, actions };
}
