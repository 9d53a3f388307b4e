import { toasts } from "@stillreel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { errorText } from "../../../platform/api.ts";
import { isPreviewing } from "../../../entities/spaces/preview.ts";
import { folderLink, type FolderActions } from "./folder-tile.tsx";
import { changeFolder, starFolder, type FolderView } from "../../../entities/folders/folders.queries.ts";
import type { MenuAnchor } from "../../../ui/menu-content.ts";
import { openDialog } from "../../../platform/dialogs.ts";

interface FolderCursor {
  currentIndex: number;
  renamingId: string | null;
  menu: { folder: FolderView; at: MenuAnchor } | null;
  closeMenu: () => void;
  actions: FolderActions;
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
  const [menu, setMenu] = useState<FolderCursor["menu"]>(null);
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
      onMenu: (folder, anchor) => setMenu({ folder, at: { rect: anchor.getBoundingClientRect(), element: anchor } }),
      onFocus: setCurrentId,
      onRenameStart: (folder) => {
        setCurrentId(folder.id);
        setRenamingId(folder.id);
      },
      onRename: (folder, name) => void changeFolder(folder, { name }).catch(showError),
      onRenameEnd: (byKeyboard) => {
        wantsFocus.current = byKeyboard;
        setRenamingId(null);
      },
      onColor: (folder, color) => void changeFolder(folder, { color }).catch(showError),
      onStar: (folder) => void starFolder(folder, !folder.favorite).catch(showError),
      onDelete: (folder) => openDialog("delete-folder", { folder }),
      onMove,
    }),
    [navigate, onMove],
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
  const closeMenu = useCallback(() => setMenu(null), []);
  return { currentIndex, renamingId, menu, closeMenu, actions, handleKey };
}
