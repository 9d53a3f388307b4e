import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./folder-breadcrumbs.module.css";
import { folderTarget } from "../../../entities/spaces/addresses.ts";
import type { SpaceRef } from "../../../entities/spaces/space-ref.ts";
import type { FolderKind, FolderView } from "../../../entities/folders/folders.queries.ts";

interface Props {
  space: SpaceRef;
  kind: FolderKind;
  /** Name of the root. */
  root: string;
  /** Ancestor folders, outermost first, without the folder itself. */
  path: readonly FolderView[];
}

/** Breadcrumbs of a folder. They are drop targets. */
export function FolderBreadcrumbs({ space, kind, root, path }: Props): ReactNode {
  const { t } = useTranslation("library");
  const target = { ref: space, kind };
  return (
    <nav className={styles.crumbs} aria-label={t("folder.breadcrumb")}>
      <ol>
        <li>
          <Link
            {...folderTarget({ ...target, folderId: null })}
            className={styles.crumb}
            data-drop-target={kind === "mixed" ? `space:${space}` : `root:${kind}`}
            dir="auto"
          >
            {root}
          </Link>
        </li>
        {path.map((folder) => (
          <li key={folder.id}>
            <IconChevronRight className={styles.mirrored} size={14} stroke={1.8} aria-hidden="true" />
            <Link
              {...folderTarget({ ...target, folderId: folder.id })}
              className={styles.crumb}
              data-drop-target={`folder:${folder.id}`}
              title={folder.name}
              dir="auto"
            >
              {folder.name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
