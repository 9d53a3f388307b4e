import { ICON } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import navStyles from "./nav.module.css";
import { SquareAvatar } from "../../ui/square-avatar.tsx";
import { useWorkspaceChanges, useWorkspaces } from "./use-workspaces.ts";
import styles from "./workspace-nav.module.css";

/** Switches between workspaces and links to the creation page. A mark shows changes that the user has not opened. */
export function WorkspaceNav(): ReactNode {
  const { t } = useTranslation();
  const workspaces = useWorkspaces();
  const changes = useWorkspaceChanges();
  const { workspaceId: shownId } = useParams({ strict: false });
  if (workspaces === undefined) return null;
  return (
    <nav className={styles.section} aria-label={t("nav.workspaces")}>
      <div className={styles.head}>
        <span>
          <Link to="/workspaces" className={styles.all} activeOptions={{ exact: true }}>
            {t("nav.workspaces")}
          </Link>
        </span>
        <Link to="/workspaces/new" className={styles.new} aria-label={t("nav.newWorkspace")} title={t("nav.newWorkspace")}>
          <IconPlus size={15} stroke={1.8} aria-hidden="true" />
        </Link>
      </div>
      <ul className={styles.list}>
        {workspaces.map(({ id, name, avatar }) => {
          const hasChanges = changes.has(id) && id !== shownId;
          return (
            <li key={id}>
              <Link
                to="/w/$workspaceId/overview"
                params={{ workspaceId: id }}
                className={navStyles.link}
                title={name}
                data-drop-target={`space:${id}`}
                // The link is current on every page of the workspace, not only on its target.
                aria-current={id === shownId ? "page" : undefined}
              >
                <SquareAvatar name={name} src={avatar} size={20} />
                <span className={styles.name}>
                  <bdi>{name}</bdi>
                </span>
                {hasChanges && <i className={styles.changes} role="img" aria-label={t("nav.news")} title={t("nav.news")} />}
              </Link>
            </li>
          );
        })}
        {workspaces.length === 0 && (
          <li>
            <Link to="/workspaces/new" className={navStyles.link} title={t("nav.createWorkspace")}>
              <IconPlus {...ICON} />
              <span className={navStyles.label}>{t("nav.createWorkspace")}</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
