import { Button } from "@mantine/core";
import { Chip, ICON, toasts } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../platform/format/format-date.ts";
import { Screen } from "../../ui/screen.tsx";
import { SquareAvatar } from "../../ui/square-avatar.tsx";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { CreateWorkspace } from "./create-workspace.tsx";
import { bringBack } from "./leaving/delete-dialog.tsx";
import page from "./workspace-page.module.css";
import { deletedQuery, type DeletedView, type WorkspaceHead } from "../../entities/workspaces/workspaces.queries.ts";
import styles from "./workspaces.module.css";

/** All workspaces of the user and those that can be restored; without any, the form that creates one. */
export function WorkspacesScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  const { data: workspaces, error } = useQuery(workspacesQuery);
  const { data: deleted } = useQuery(deletedQuery);
  if (error && !workspaces) throw error;
  const isEmpty = workspaces?.length === 0;
  return (
    <Screen
      title={t("list.title")}
      count={workspaces?.length || undefined}
      actions={
        workspaces &&
        !isEmpty && (
          <Button component={Link} to="/workspaces/new" leftSection={<IconPlus {...ICON} />}>
            {t("create.submit")}
          </Button>
        )
      }
    >
      {workspaces && !isEmpty && (
        <ul className={styles.cards} aria-label={t("list.title")}>
          {workspaces.map((workspace) => (
            <WorkspaceCard key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      {isEmpty && <CreateWorkspace />}
      {deleted && deleted.length > 0 && <DeletedList deleted={deleted} />}
    </Screen>
  );
}

/** The page that creates a workspace. */
export function NewWorkspaceScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <Screen title={t("list.title")} tabTitle={t("create.submit")}>
      <CreateWorkspace hasFocus />
    </Screen>
  );
}

function WorkspaceCard({ workspace }: { workspace: WorkspaceHead }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <li>
      <Link to="/w/$workspaceId/overview" params={{ workspaceId: workspace.id }} className={styles.card}>
        <SquareAvatar name={workspace.name} src={workspace.avatar} size={44} />
        <span className={styles.what}>
          <span className={styles.name}>
            <bdi>{workspace.name}</bdi>
          </span>
          {workspace.organizationName !== "" && (
            <span className={styles.facts}>
              <bdi>{workspace.organizationName}</bdi>
            </span>
          )}
        </span>
        <Chip tone={workspace.role === "owner" ? "accent" : "plain"}>{t(`roles.${workspace.role}`)}</Chip>
      </Link>
    </li>
  );
}

/** The user's deleted workspaces with the day of permanent deletion. */
function DeletedList({ deleted }: { deleted: readonly DeletedView[] }): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const language = i18n.resolvedLanguage ?? "en";
  const restore = useMutation({
    mutationFn: ({ id }: DeletedView) => bringBack(id),
    onSuccess: (_done, { name }) => toasts.show(t("list.restored", { name }), { tone: "done" }),
  });
  return (
    <section>
      <h2 className={page.subhead}>{t("list.deleted")}</h2>
      <ul className={styles.deleted} aria-label={t("list.deleted")}>
        {deleted.map((workspace) => (
          <li key={workspace.id} className={styles.row}>
            <SquareAvatar name={workspace.name} src={workspace.avatar} size={36} />
            <span className={styles.what}>
              <span className={styles.name}>
                <bdi>{workspace.name}</bdi>
              </span>
              <span className={styles.facts}>{t("list.until", { day: formatDay(workspace.purgedAt, language) })}</span>
            </span>
            <Button
              variant="default"
              aria-label={t("list.restoreNamed", { name: workspace.name })}
              aria-busy={restore.isPending && restore.variables.id === workspace.id}
              onClick={() => !restore.isPending && restore.mutate(workspace)}
            >
              {t("list.restore")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
