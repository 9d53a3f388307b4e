import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FolderGlyph } from "../../ui/folder-glyph.tsx";
import { folderTarget } from "../../entities/spaces/addresses.ts";
import styles from "./starred-folders.module.css";
import type { ShownWorkspace } from "../../entities/workspaces/use-workspace.ts";

/** The user's starred folders of a workspace. */
export function StarredFolders({ shown: { workspace, folders }, none }: { shown: ShownWorkspace; none: string }): ReactNode {
  const { t } = useTranslation("workspaces");
  const starred = folders.filter(({ id }) => workspace.favFolders.includes(id));
  if (starred.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ul className={styles.list} aria-label={t("settings.starred")}>
      {starred.map((folder) => (
        <li key={folder.id}>
          <Link className={styles.folder} {...folderTarget({ ref: workspace.id, kind: "mixed", folderId: folder.id })}>
            <FolderGlyph color={folder.color} size="small" />
            <span className={styles.name}>
              <bdi>{folder.name}</bdi>
            </span>
            <span className={styles.count}>{t("items", { count: folder.items, number: folder.items })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
