import { toasts } from "@stillreel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { errorText } from "../../../platform/api.ts";
import { isPreviewing } from "../../../entities/spaces/preview.ts";
import { folderLink, type FolderActions } from "./folder-tile.tsx";
import { changeFolder, starFolder, type FolderView } from "../../../entities/folders/folders.queries.ts";
import { contextAnchor } from "../../../ui/context-menu.ts";
import type { MenuAnchor } from "../../../ui/menu-content.ts";
import { openDialog } from "../../../platform/dialogs.ts";

interface FolderCursor {
  currentIndex: number;
  renamingId: string | null;
  menu: { folder: FolderView; at: MenuAnchor } | null;
  closeMenu: () => void;
  actions: FolderActions;
  /** Opens the menu of a folder at the pointer. */
  handleContextMenu: (event: MouseEvent<HTMLElement>) => void;
  /** Handles a key; `target` is the new focus position, if any. */
  handleKey: (event: KeyboardEvent, target: number | null) => void;
}

interface Given {
  folders: readonly FolderView[];
  box: { current: HTMLElement | null };
  onMove: ((folder: FolderView) => void) | undefined;
}

const showError = (error: unknown): void => toasts.error(errorText(error));

/** Keyboard navigation state of the folder tiles with its actions. */
export function useFolderCursor({ folders, box, onMove }: Given): FolderCursor {
  const navigate = useNavigate();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const { menu, openMenu, closeMenu, handleContextMenu } = useFolderMenu(folders, setCurrentId);
  const wantsFocus = useRef(false);
  const currentIndex = Math.max(
    0,
    folders.findIndex((folder) => folder.id === currentId),
  );
  useEffect(() => {
    if (!wantsFocus.current || renamingId) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-folder-link="${CSS.escape(folders[currentIndex]?.id ?? "")}"]`);
    wantsFocus.current = false;
    link?.focus();
    link?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const actions = useMemo(
    (): FolderActions => ({
      onOpen: (folder) => void navigate(folderLink(folder)),
      onMenu: openMenu,
      onFocus: setCurrentId,
      onRenameStart: (folder) => {
        setCurrentId(folder.id);
        setRenamingId(folder.id);
      },
      onRename: (folder, name) =>
        void changeFolder(folder, { name }).catch((error: unknown) => toasts.error(errorText(error, "renameFolder"))),
      onRenameEnd: (byKeyboard) => {
        wantsFocus.current = byKeyboard;
        setRenamingId(null);
      },
      onColor: (folder, color) => void changeFolder(folder, { color }).catch(showError),
      onStar: (folder) => void starFolder(folder, !folder.favorite).catch(showError),
      onDelete: (folder) => openDialog("delete-folder", { folder }),
      onMove,
    }),
    [navigate, onMove, openMenu],
  );
  const handleKey = (event: KeyboardEvent, target: number | null): void => {
    const folder = folders[currentIndex];
    if (!folder || renamingId || event.altKey || event.ctrlKey || event.shiftKey || event.defaultPrevented) return;
    const isOnFolder = event.target instanceof Element && event.target.closest("[data-folder-id]") !== null;
    if (!isOnFolder) return;
    if (target !== null) {
      wantsFocus.current = true;
      setCurrentId(folders[target]?.id ?? null);
    } else if (event.key === "s" && !isPreviewing()) actions.onStar(folder);
    else if (!folder.permission.write) return;
    else if (event.key === "F2") actions.onRenameStart(folder);
    else if (event.key === "m" && onMove) onMove(folder);
    else if (event.key === "Delete" || event.key === "Backspace") actions.onDelete(folder);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { currentIndex, renamingId, menu, closeMenu, actions, handleKey, handleContextMenu };
}

/** The menu of one folder. A right click opens it at the pointer. */
function useFolderMenu(folders: readonly FolderView[], setCurrentId: (folderId: string) => void) {
  const [menu, setMenu] = useState<FolderCursor["menu"]>(null);
  const openMenu = useCallback(
    (folder: FolderView, anchor: HTMLElement): void => setMenu({ folder, at: { rect: anchor.getBoundingClientRect(), element: anchor } }),
    [],
  );
  const handleContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const opened = menuAt(event, folders);
    if (!opened) return;
    event.preventDefault();
    setCurrentId(opened.folder.id);
    setMenu(opened);
  };
  const closeMenu = useCallback(() => setMenu(null), []);
  return { menu, openMenu, closeMenu, handleContextMenu };
}

/** Returns the menu that a right click opens, or null outside of folders. */
function menuAt(event: MouseEvent<HTMLElement>, folders: readonly FolderView[]): FolderCursor["menu"] {
  const tile = (event.target as Element).closest<HTMLElement>("[data-folder-id]");
  const folder = folders.find(({ id }) => id === tile?.dataset["folderId"]);
  const link = tile?.querySelector<HTMLElement>("[data-folder-link]");
  const at = link ? contextAnchor(event, link) : null;
  return folder && at ? { folder, at } : null;
}
