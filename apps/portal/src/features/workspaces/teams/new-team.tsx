import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { canJoinTeams } from "../../../entities/workspaces/roles.ts";
import { TeamDialog } from "./team-dialog.tsx";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";

/** Button that creates a team, with permission. */
export function NewTeam({
  shown,
  isMain = false,
  isSmall = false,
}: {
  shown: ShownWorkspace;
  isMain?: boolean;
  isSmall?: boolean;
}): ReactNode {
  const { t } = useTranslation("workspaces");
  const [isOpen, setOpen] = useState(false);
  if (!canJoinTeams(shown.myRole)) return null;
  return (
    <>
      <Button
        variant={isMain ? "filled" : isSmall ? "quiet" : "default"}
        size={isMain ? "md" : isSmall ? "xs" : "sm"}
        leftSection={<IconPlus {...ICON} size={isSmall ? 15 : 17} />}
        onClick={() => setOpen(true)}
      >
        {t("team.new")}
      </Button>
      {isOpen && <TeamDialog shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}
