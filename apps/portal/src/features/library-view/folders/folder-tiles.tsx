import { useDirection } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ICON } from "@stillreel/ui";
import { IconFolderPlus } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { moveInTiles, tileColumns, tilesShown } from "./folder-layout.ts";
import { FolderTile } from "./folder-tile.tsx";
import styles from "./folder-tiles.module.css";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { useFolderCursor } from "./use-folder-cursor.ts";
import { lazyView } from "../../../platform/lazy-view.ts";

const FolderMenu = lazyView(() => import("./folder-menu.tsx"), "FolderMenu");

interface Props {
  folders: readonly FolderView[];
  /** Tiles above a grid, rows above a list. */
  layout: "tile" | "row";
  /** Absent where no folder can be created. */
  onNew?: (() => void) | undefined;
  onMove?: ((folder: FolderView) => void) | undefined;
}

/** In small windows the tiles form one line that scrolls horizontally. */
const ONE_LINE = "(max-width: 639px), (max-height: 759px)";

/** The subfolders. Two rows are displayed until "Show all". One Tab stop with arrow key navigation. */
export function FolderTiles({ folders, layout, onNew, onMove }: Props): ReactNode {
  const { t } = useTranslation("library");
  const { dir } = useDirection();
  const box = useRef<HTMLUListElement>(null);
  const columns = useTileColumns(box);
  const isOneLine = useMediaQuery(ONE_LINE, false, { getInitialValueInEffect: false }) && layout === "tile";
  const [isUnfolded, setUnfolded] = useState(false);
  const limit = tilesShown({ count: folders.length, columns, layout, isOneLine, hasNew: onNew !== undefined });
  const shown = isUnfolded ? folders : folders.slice(0, limit);
  const cursor = useFolderCursor({ folders: shown, box, onMove });
  const hidden = folders.length - shown.length;

  const handleKey = (event: KeyboardEvent): void => {
    const perRow = layout === "row" ? 1 : isOneLine ? shown.length : columns;
    const target = moveInTiles(cursor.currentIndex, event.key, { count: shown.length, columns: perRow, direction: dir });
    cursor.handleKey(event, target);
  };
  if (folders.length === 0 && !onNew) return null;
  return (
    <section className={styles.section} aria-label={t("folder.list")}>
      {/* The keys act on the focused link; the list only receives the events. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the focused link inside */}
      <ul
        ref={box}
        className={layout === "tile" ? styles.tiles : styles.rows}
        data-unfolded={isUnfolded || undefined}
        data-empty={folders.length === 0 || undefined}
        style={{ "--columns": columns } as Record<string, number>}
        onKeyDown={handleKey}
        onContextMenu={cursor.handleContextMenu}
      >
        {shown.map((folder, index) => (
          <FolderTile
            key={folder.id}
            folder={folder}
            siblings={folders}
            layout={layout}
            isCurrent={index === cursor.currentIndex}
            isRenaming={folder.id === cursor.renamingId}
            actions={cursor.actions}
          />
        ))}
        {hidden > 0 && <ShowAllTile count={folders.length} onClick={() => setUnfolded(true)} />}
        {onNew && layout === "tile" && <NewFolderTile onClick={onNew} />}
      </ul>
      {isUnfolded && folders.length > limit && (
        <button type="button" className={styles.fewer} onClick={() => setUnfolded(false)}>
          {t("folder.showFewer")}
        </button>
      )}
      {cursor.menu && (
        <Suspense>
          <FolderMenu folder={cursor.menu.folder} at={cursor.menu.at} actions={cursor.actions} onClose={cursor.closeMenu} />
        </Suspense>
      )}
    </section>
  );
}

/** Shows the folders after the second row. */
function ShowAllTile({ count, onClick }: { count: number; onClick: () => void }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <li>
      <button type="button" className={styles.all} onClick={onClick}>
        {t("folder.showAll", { count })}
      </button>
    </li>
  );
}

/** Creates a folder. */
function NewFolderTile({ onClick }: { onClick: () => void }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <li className={styles.newTile}>
      <button type="button" className={styles.new} onClick={onClick}>
        <IconFolderPlus {...ICON} />
        {t("folder.new")}
      </button>
    </li>
  );
}

function useTileColumns(box: { current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(() => tileColumns(window.innerWidth));
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setColumns(tileColumns(window.innerWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
