import { FOLDER_UNITS } from "./folder-units.ts";
import { IconDots, IconLink, IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo, Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../../platform/format/format-date.ts";
import { accessStyle } from "../../../entities/items/item-access.ts";
import { folderTarget, type Target } from "../../../entities/spaces/addresses.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { FolderGlyph } from "../../../ui/folder-glyph.tsx";
import styles from "./folder-tile.module.css";
import { isLinked } from "../../../entities/folders/folder-tree.ts";
import { knownFolder, type FolderView } from "../../../entities/folders/folders.queries.ts";
import { lazyView } from "../../../platform/lazy-view.ts";

const FolderNameEditor = lazyView(() => import("./folder-name-editor.tsx"), "FolderNameEditor");

/** Actions of a folder tile. */
export interface FolderActions {
  onOpen: (folder: FolderView) => void;
  onMenu: (folder: FolderView, anchor: HTMLElement) => void;
  onFocus: (folderId: string) => void;
  onRenameStart: (folder: FolderView) => void;
  onRename: (folder: FolderView, name: string) => void;
  onRenameEnd: (byKeyboard: boolean) => void;
  onColor: (folder: FolderView, color: string) => void;
  onStar: (folder: FolderView) => void;
  onDelete: (folder: FolderView) => void;
  /** Opens the choice of a parent folder; absent where folders cannot be moved. */
  onMove?: ((folder: FolderView) => void) | undefined;
}

interface Props {
  folder: FolderView;
  siblings: readonly FolderView[];
  layout: "tile" | "row";
  /** Whether it is the folder with the Tab stop. */
  isCurrent: boolean;
  isRenaming: boolean;
  actions: FolderActions;
}

/** Returns the address of a folder's screen. */
export const folderLink = (folder: FolderView): Target => folderTarget({ ref: spaceOf(folder), kind: folder.kind, folderId: folder.id });

/** A folder as tile or list row. It is a drop target. */
export const FolderTile = memo(function FolderTile({ folder, siblings, layout, isCurrent, isRenaming, actions }: Props): ReactNode {
  const { t } = useTranslation("library");
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      className={styles[layout]}
      data-folder-id={folder.id}
      data-drop-target={`folder:${folder.id}`}
      data-renaming={isRenaming || undefined}
    >
      <Link
        {...folderLink(folder)}
        className={styles.open}
        data-folder-link={folder.id}
        tabIndex={tabIndex}
        draggable={false}
        aria-label={t("folder.label", { name: folder.name, count: folder.items })}
        onFocus={() => actions.onFocus(folder.id)}
      />
      <span className={styles.main}>
        <span className={styles.glyph}>
          <FolderGlyph color={folder.color} thumbnails={folder.thumbnails} />
        </span>
        <span className={styles.text}>
          <FolderName folder={folder} siblings={siblings} isRenaming={isRenaming} actions={actions} />
          {layout === "tile" && !isRenaming && <FolderCount folder={folder} />}
        </span>
        {folder.linked && <IconLink className={styles.linked} size={15} stroke={1.7} role="img" aria-label={t("folder.linked")} />}
        {folder.favorite && <IconStarFilled className={styles.star} size={14} role="img" aria-label={t("card.starred")} />}
      </span>
      {layout === "row" && <FolderColumns folder={folder} />}
      <button
        type="button"
        className={styles.more}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-label={t("actions.more", { title: folder.name })}
        onClick={(event) => actions.onMenu(folder, event.currentTarget)}
      >
        <IconDots size={16} aria-hidden="true" />
      </button>
    </li>
  );
});

/** The folder's name, or the field that edits it. */
function FolderName({ folder, siblings, isRenaming, actions }: Omit<Props, "layout" | "isCurrent">): ReactNode {
  if (!isRenaming)
    return (
      <bdi className={styles.name} title={folder.name} aria-hidden="true">
        {folder.name}
      </bdi>
    );
  return (
    <Suspense>
      <FolderNameEditor
        folder={folder}
        siblings={siblings}
        onSave={(name) => actions.onRename(folder, name)}
        onClose={actions.onRenameEnd}
      />
    </Suspense>
  );
}

/** Number of items, or of folders in a folder that contains only folders. */
function FolderCount({ folder }: { folder: FolderView }): ReactNode {
  const { t } = useTranslation("library");
  const unit = FOLDER_UNITS[folder.kind];
  // A folder that contains only folders is not empty.
  const holdsFoldersOnly = folder.items === 0 && folder.children > 0;
  return (
    <span className={styles.count} aria-hidden="true">
      <bdi>{holdsFoldersOnly ? t("folder.folders", { count: folder.children }) : t(unit, { count: folder.items })}</bdi>
    </span>
  );
}

/** Columns of a list row. */
function FolderColumns({ folder }: { folder: FolderView }): ReactNode {
  const { t, i18n } = useTranslation("library");
  // As an item, it opens for its owner or for the members, and with a link for others.
  const { icon: AccessIcon, labelKey } = accessStyle({
    access: isLinked(folder, { get: knownFolder }) ? "link" : "private",
    shareUrl: folder.linked ? "" : null,
    workspaceId: folder.workspaceId,
  });
  return (
    <>
      <span className={styles.access} data-column="access">
        <AccessIcon size={14} stroke={1.7} aria-hidden="true" />
        <span className={styles.accessText}>{t(labelKey)}</span>
      </span>
      <span data-column="views" />
      <span data-column="comments" />
      <span data-column="size">
        <FolderCount folder={folder} />
      </span>
      <time className={styles.count} data-column="created" dateTime={folder.createdAt}>
        {formatDay(folder.createdAt, i18n.resolvedLanguage ?? "en")}
      </time>
    </>
  );
}
