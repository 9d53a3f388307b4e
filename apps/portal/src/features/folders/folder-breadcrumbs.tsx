import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./folder-breadcrumbs.module.css";
import type { FolderView } from "./folders.queries.ts";

interface Props {
  type: "image" | "video";
  /** The folders around, outermost first; the place itself is not among them. */
  path: readonly FolderView[];
}

/** The way back up from a folder. Items can be dropped on its steps. */
export function FolderBreadcrumbs({ type, path }: Props): ReactNode {
  const { t } = useTranslation("library");
  const to = type === "image" ? "/images" : "/videos";
  return (
    <nav className={styles.crumbs} aria-label={t("folder.breadcrumb")}>
      <ol>
        <li>
          <Link to={to} search={{}} className={styles.crumb} data-drop-target={`root:${type}`}>
            {t(type === "image" ? "views.images.title" : "views.videos.title")}
          </Link>
        </li>
        {path.map((folder) => (
          <li key={folder.id}>
            <IconChevronRight className={styles.mirrored} size={14} stroke={1.8} aria-hidden="true" />
            <Link
              to={to}
              search={{ folder: folder.id }}
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
