import { Button, Checkbox } from "@mantine/core";
import { NAME_MAX } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../../platform/api.ts";
import styles from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { NameInput } from "../../../ui/name-input.tsx";
import { LogoField } from "../settings/logo-field.tsx";
import { MemberPicker } from "../members/member-picker.tsx";
import { changeTeam, makeTeam, putIcon, putMembers } from "../../../entities/workspaces/teams.ts";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import type { TeamView } from "../../../entities/workspaces/workspaces.queries.ts";

interface Props {
  shown: ShownWorkspace;
  /** The edited team; undefined for a new one. */
  team?: TeamView;
  onClose: () => void;
}

/** Name, picture, owner and members of a new or existing team. The picture is saved immediately, the rest by the button. */
export function TeamDialog({ shown, team, onClose }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { workspace, myId } = shown;
  const form = useTeamForm({ shown, team, onClose });
  return (
    <Dialog
      onClose={onClose}
      title={<bdi>{team ? t("team.editTitle", { name: team.name }) : t("team.new")}</bdi>}
      size={520}
      ignoresBackdrop={form.isChanged}
    >
      <form noValidate onSubmit={form.handleSubmit}>
        <NameInput label={t("team.name")} value={form.name} max={NAME_MAX} error={form.problem} onChange={form.rename} />
        {team && <TeamIcon workspace={workspace} team={team} />}
        <div className={styles.field}>
          <MemberPicker
            label={t("team.members")}
            members={workspace.members}
            myId={myId}
            chosen={form.chosen}
            ownerId={team ? form.owner : undefined}
            fixedId={team ? undefined : myId}
            onChange={form.setChosen}
            onOwner={form.setOwner}
          />
        </div>
        <Checkbox
          className={styles.field}
          label={t("team.close")}
          description={t("team.closeText")}
          checked={form.closed}
          onChange={(event) => form.setClosed(event.currentTarget.checked)}
        />
        <div className={styles.buttons}>
          <Button variant="default" size="md" onClick={onClose}>
            {common("actions.cancel")}
          </Button>
          <Button type="submit" size="md" aria-busy={form.isSaving}>
            {t(team ? "team.save" : "team.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Fields of the dialog and their submission. */
function useTeamForm({ shown: { workspace, myId }, team, onClose }: Props) {
  const { t } = useTranslation("workspaces");
  const [name, setName] = useState(team?.name ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(team?.members ?? (myId === undefined ? [] : [myId]));
  const [owner, setOwner] = useState(team?.owner ?? myId ?? "");
  const [closed, setClosed] = useState(team?.closed ?? false);
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: () =>
      team
        ? changeAll(workspace.id, team, { name: name.trim(), members: chosen, owner, closed })
        : makeTeam(workspace.id, { name: name.trim(), members: [...chosen], closed }),
    meta: { handles: "all" },
    onSuccess: (saved) => {
      onClose();
      toasts.show(t(team ? "team.saved" : "team.made", { name: saved.name }), { tone: "done" });
    },
    onError: (error) => setProblem(refusalText(error, team ? undefined : "createTeam")),
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    if (name.trim() === "") setProblem(t("problems.name"));
    else save.mutate();
  };
  const rename = (next: string): void => {
    setName(next);
    setProblem(undefined);
  };
  const isChanged = name !== (team?.name ?? "") || chosen.length !== (team?.members.length ?? 1);
  return {
    name,
    rename,
    chosen,
    setChosen,
    owner,
    setOwner,
    closed,
    setClosed,
    problem,
    isChanged,
    isSaving: save.isPending,
    handleSubmit,
  };
}

/** Picture of an existing team, saved immediately. */
function TeamIcon({ workspace, team }: { workspace: ShownWorkspace["workspace"]; team: TeamView }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <div className={styles.field}>
      <LogoField
        kind="icon"
        label={t("team.icon")}
        name={team.name}
        src={workspace.teams.find(({ id }) => id === team.id)?.icon ?? null}
        onUpload={(file) => putIcon(workspace.id, team.id, file)}
        onRemove={() => changeTeam(workspace.id, team.id, { icon: null })}
      />
    </div>
  );
}

/** Saves the members first, because a team's owner must be a member. */
async function changeAll(
  workspaceId: string,
  team: TeamView,
  { name, members, owner, closed }: { name: string; members: readonly string[]; owner: string; closed: boolean },
): Promise<TeamView> {
  const isSame = members.length === team.members.length && members.every((id) => team.members.includes(id));
  const known = isSame ? team : await putMembers(workspaceId, team.id, [...members]);
  const change = {
    ...(name === team.name ? {} : { name }),
    ...(owner === "" || owner === known.owner ? {} : { owner }),
    ...(closed === team.closed ? {} : { closed }),
  };
  return Object.keys(change).length === 0 ? known : changeTeam(workspaceId, team.id, change);
}
