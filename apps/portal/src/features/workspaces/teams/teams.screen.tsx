import { EmptyState } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NewTeam } from "./new-team.tsx";
import { canJoinTeams } from "../../../entities/workspaces/roles.ts";
import { TeamRows } from "./team-rows.tsx";
import { WorkspacePage } from "../workspace-page.tsx";

/** The teams of a workspace. */
export function TeamsScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <WorkspacePage title={t("tabs.teams")} actions={(shown) => shown.workspace.teams.length > 0 && <NewTeam shown={shown} />}>
      {(shown) =>
        shown.workspace.teams.length > 0 ? (
          <TeamRows shown={shown} />
        ) : (
          <EmptyState
            title={t("team.emptyTitle")}
            text={t("team.emptyText")}
            actions={canJoinTeams(shown.myRole) && <NewTeam shown={shown} isMain />}
          />
        )
      }
    </WorkspacePage>
  );
}
