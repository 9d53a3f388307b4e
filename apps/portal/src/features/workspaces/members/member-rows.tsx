import { ActionIcon, Button } from "@mantine/core";
import { Avatar, Chip, ICON } from "@stillreel/ui";
import { IconChevronDown, IconDots, IconUserMinus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { joinList } from "@stillreel/i18n";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { lastSeen } from "./last-seen.ts";
import styles from "./member-rows.module.css";
import { changeRole, removeFromWorkspace, teamsOf } from "../../../entities/workspaces/members.ts";
import { canRemove, rolesToGive } from "../../../entities/workspaces/roles.ts";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import type { MemberView, Role } from "../../../entities/workspaces/workspaces.queries.ts";

interface Props {
  shown: ShownWorkspace;
  members: readonly MemberView[];
  /** Short form without addresses and removal. */
  isShort?: boolean;
}

/** Members of a workspace: name, teams, last activity, and role, which is editable with permission. */
export function MemberRows({ shown, members, isShort = false }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <table className={styles.table} data-short={isShort || undefined} aria-label={t("tabs.members")}>
      <thead>
        <tr>
          <th scope="col">{t("columns.name")}</th>
          <th scope="col" data-column="teams">
            {t("columns.teams")}
          </th>
          <th scope="col" data-column="seen">
            {t("columns.seen")}
          </th>
          <th scope="col" className={styles.end}>
            {t("columns.role")}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} shown={shown} member={member} isShort={isShort} />
        ))}
      </tbody>
    </table>
  );
}

function MemberRow({ shown, member, isShort }: { shown: ShownWorkspace; member: MemberView; isShort: boolean }): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const { workspace, myId, myRole } = shown;
  const isMe = member.id === myId;
  const seen = lastSeen(member.lastSeenAt, Date.now(), { t, language: i18n.resolvedLanguage ?? "en" });
  return (
    <tr>
      <th scope="row">
        <div className={styles.person}>
          <Avatar name={member.displayName} src={member.photoURL} size={isShort ? 30 : 34} />
          <span className={styles.names}>
            <span className={styles.name}>
              <bdi>{member.displayName}</bdi>
              {isMe && <span className={styles.you}>{t("you")}</span>}
            </span>
            {!isShort && (
              <span className={styles.email}>
                <bdi>{member.email}</bdi>
              </span>
            )}
          </span>
        </div>
      </th>
      <td data-column="teams">
        <span className={styles.teams}>
          {joinList(
            teamsOf(member.id, workspace.teams).map(({ name }) => name),
            i18n.language,
          )}
        </span>
      </td>
      <td data-column="seen" data-now={seen.isNow || undefined}>
        {seen.text}
      </td>
      <td className={styles.end}>
        <span className={styles.controls}>
          <RoleMenu shown={shown} member={member} />
          {!isShort && canRemove(myRole, member, isMe) && <MemberMenu workspaceId={workspace.id} member={member} />}
        </span>
      </td>
    </tr>
  );
}

/** Role menu with explanations, or the role as text without permission. */
function RoleMenu({ shown: { workspace, myId, myRole }, member }: { shown: ShownWorkspace; member: MemberView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<Role | null>(null);
  const change = useMutation({
    mutationFn: (role: Role) => changeRole(workspace.id, member, role),
    onSuccess: (_done, role) => {
      const text = t("role.changed", { name: member.displayName, role: t(`roles.${role}`) });
      offerUndo(text, common("actions.undo"), () => changeRole(workspace.id, { ...member, role }, member.role).catch(() => undefined));
    },
  });
  const choices = rolesToGive(myRole, member, workspace.members);
  const name = t(`roles.${member.role}`);
  if (choices.length === 0) return <Chip tone={member.role === "owner" ? "accent" : "plain"}>{name}</Chip>;
  const choose = (role: Role): void => {
    if (role === member.role) return;
    // Giving up ownership is irreversible for the user.
    if (member.id === myId) setAsked(role);
    else change.mutate(role);
  };
  return (
    <>
      <ActionMenu
        label={t("role.of", { name: member.displayName })}
        width={300}
        isOpen={isOpen}
        onChange={setOpen}
        groups={[
          choices.map((role) => ({
            label: t(`roles.${role}`),
            hint: t(`role.may.${role}`),
            isChecked: role === member.role,
            onSelect: () => choose(role),
          })),
        ]}
      >
        <Button
          variant="quiet"
          size="xs"
          aria-label={t("role.change", { name: member.displayName, role: name })}
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" />}
        >
          {name}
        </Button>
      </ActionMenu>
      {asked && (
        <ConfirmDialog
          title={t("role.ownTitle", { role: t(`roles.${asked}`) })}
          action={t("role.ownAction")}
          onConfirm={async () => {
            await changeRole(workspace.id, member, asked);
          }}
          onClose={() => setAsked(null)}
        >
          {t("role.ownText")}
        </ConfirmDialog>
      )}
    </>
  );
}

function MemberMenu({ workspaceId, member }: { workspaceId: string; member: MemberView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const label = t("member.menu", { name: member.displayName });
  return (
    <>
      <ActionMenu
        label={label}
        isOpen={isOpen}
        onChange={setOpen}
        groups={[[{ label: t("member.remove"), icon: IconUserMinus, isDanger: true, onSelect: () => setAsked(true) }]]}
      >
        <ActionIcon size={28} aria-label={label}>
          <IconDots {...ICON} />
        </ActionIcon>
      </ActionMenu>
      {isAsked && (
        <ConfirmDialog
          title={t("member.removeTitle", { name: member.displayName })}
          action={t("member.removeAction")}
          done={t("member.removed", { name: member.displayName })}
          onConfirm={() => removeFromWorkspace(workspaceId, member.id)}
          onClose={() => setAsked(false)}
        >
          {t("member.removeText")}
        </ConfirmDialog>
      )}
    </>
  );
}
