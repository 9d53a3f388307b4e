import { ActionIcon, Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { SquareAvatar } from "../../../ui/square-avatar.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { PeopleStack } from "../people-stack.tsx";
import { TeamDialog } from "./team-dialog.tsx";
import styles from "./team-rows.module.css";
import { canEditTeam, canJoin, joinOrLeave, removeTeam } from "../../../entities/workspaces/teams.ts";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import type { TeamView } from "../../../entities/workspaces/workspaces.queries.ts";

/** Teams of a workspace: members, join and leave, and edit with permission. `isShort` omits the owners. */
export function TeamRows({ shown, isShort = false }: { shown: ShownWorkspace; isShort?: boolean }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <ul className={styles.list} aria-label={t("tabs.teams")}>
      {shown.workspace.teams.map((team) => (
        <TeamRow key={team.id} shown={shown} team={team} isShort={isShort} />
      ))}
    </ul>
  );
}

function TeamRow({ shown, team, isShort }: { shown: ShownWorkspace; team: TeamView; isShort: boolean }): ReactNode {
  const { t } = useTranslation(["workspaces", "common"]);
  const { workspace, myId, myRole } = shown;
  const people = workspace.members.filter(({ id }) => team.members.includes(id));
  const owner = workspace.members.find(({ id }) => id === team.owner);
  const change = useMutation({
    // The team before the change: the row shows the new one before the mutation ends.
    mutationFn: (before: TeamView) => joinOrLeave(workspace.id, before),
    ...(team.isMember && { meta: { failure: "leaveTeam" } }),
    onSuccess: (isRefreshed, before) => {
      if (before.isMember && !isRefreshed) toasts.error(t("common:failed.leaveTeamData"));
      else toasts.show(t(before.isMember ? "team.left" : "team.joined", { name: before.name }), { tone: "done" });
    },
  });
  const facts = [
    t("members", { count: people.length, number: people.length }),
    ...(team.closed ? [t("team.closed")] : []),
    ...(isShort ? [] : [owner ? t("team.owner", { name: owner.displayName }) : t("team.ownerless")]),
  ];
  return (
    <li className={styles.row}>
      <SquareAvatar name={team.name} src={team.icon} size={36} />
      <span className={styles.what}>
        <span className={styles.name}>
          <bdi>{team.name}</bdi>
        </span>
        <span className={styles.facts}>{facts.join(" · ")}</span>
      </span>
      <PeopleStack people={people} />
      {(team.isMember || canJoin(team, myId, myRole)) && (
        <Button
          className={styles.join}
          variant={team.isMember ? "quiet" : "default"}
          size="xs"
          aria-label={t(team.isMember ? "team.leaveNamed" : "team.joinNamed", { name: team.name })}
          aria-busy={change.isPending}
          onClick={() => !change.isPending && change.mutate(team)}
        >
          {t(team.isMember ? "team.leave" : "team.join")}
        </Button>
      )}
      {!isShort && canEditTeam(team, myId, myRole) && <TeamMenu shown={shown} team={team} />}
    </li>
  );
}

function TeamMenu({ shown, team }: { shown: ShownWorkspace; team: TeamView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const label = t("team.menu", { name: team.name });
  const close = (): void => setDialog(null);
  return (
    <>
      <ActionMenu
        label={label}
        isOpen={isOpen}
        onChange={setOpen}
        groups={[
          [{ label: t("team.edit"), icon: IconPencil, onSelect: () => setDialog("edit") }],
          [{ label: t("team.delete"), icon: IconTrash, isDanger: true, onSelect: () => setDialog("delete") }],
        ]}
      >
        <ActionIcon size={28} aria-label={label}>
          <IconDots {...ICON} />
        </ActionIcon>
      </ActionMenu>
      {dialog === "edit" && <TeamDialog shown={shown} team={team} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("team.deleteTitle", { name: team.name })}
          action={t("team.delete")}
          done={t("team.deleted", { name: team.name })}
          onConfirm={() => removeTeam(shown.workspace.id, team.id)}
          onClose={close}
        >
          {t("team.deleteText")}
        </ConfirmDialog>
      )}
    </>
  );
}
