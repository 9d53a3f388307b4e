import { ActionIcon, Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconDots, IconEye, IconHistory, IconLink, IconLogout, IconSettings, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, joinList } from "@stillreel/i18n";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { PageTab, PageTabs } from "../../ui/page-tabs.tsx";
import { SquareAvatar } from "../../ui/square-avatar.tsx";
import { countsOf, workspacesQuery, type WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import { usePreview } from "../../entities/spaces/preview.ts";
import { copyInviteLink } from "../../entities/workspaces/invite-link.ts";
import { canInvite, canManage } from "../../entities/workspaces/roles.ts";
import { useWorkspace, type ShownWorkspace } from "../../entities/workspaces/use-workspace.ts";
import { WorkspaceBanner } from "./workspace-banner.tsx";
import styles from "./workspace-header.module.css";
import type { MenuAction } from "../../ui/menu-content.ts";
import { closeDialog, openDialog } from "../../platform/dialogs.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const InviteDialog = lazyView(() => import("./invites/invite-dialog.tsx"), "InviteDialog");
const LeaveDialog = lazyView(() => import("./leaving/leave-dialog.tsx"), "LeaveDialog");

/**
 * Header of a workspace's pages: name, member count, invite button and navigation. `full` includes banner and page heading; `slim`
 * (default) is used above pages with their own heading.
 */
export function WorkspaceHeader({ workspaceId, variant = "slim" }: { workspaceId: string; variant?: "slim" | "full" }): ReactNode {
  const shown = useWorkspace(workspaceId);
  const { data: workspaces } = useQuery(workspacesQuery);
  // The list of workspaces is loaded before the page: with it the header has its final height immediately.
  const workspace = shown?.workspace ?? workspaces?.find(({ id }) => id === workspaceId);
  return (
    <header className={styles.header} data-look={variant}>
      {workspace && <HeaderContent workspace={workspace} shown={shown} variant={variant} />}
    </header>
  );
}

interface ContentProps {
  workspace: WorkspaceHead;
  /** Absent while the members are loaded: the header reserves the space of their numbers. */
  shown: ShownWorkspace | undefined;
  variant: "slim" | "full";
}

function HeaderContent({ workspace, shown, variant }: ContentProps): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const preview = usePreview();
  const asMember = preview?.workspaceId === workspace.id ? preview.memberId : null;
  const { data: counts } = useQuery(countsOf(workspace.id, asMember));
  const number = (value: number): string => formatCount(value, i18n.language);
  const items = counts === undefined ? undefined : counts.images + counts.videos + counts.boards;
  const members = shown?.workspace.members.length;
  const teams = shown?.workspace.teams.length;
  const facts = [
    ...(members === undefined ? [] : [t("members", { count: members, number: number(members) })]),
    ...(teams === undefined ? [] : [t("teams", { count: teams, number: number(teams) })]),
    ...(items === undefined ? [] : [t("items", { count: items, number: number(items) })]),
  ];
  const isWhole = shown !== undefined && items !== undefined;
  const Name = variant === "full" ? "h1" : "p";
  return (
    <>
      {variant === "full" && <WorkspaceBanner workspace={workspace} />}
      <div className={styles.line}>
        <span className={styles.avatar}>
          <SquareAvatar name={workspace.name} src={workspace.avatar} size={variant === "full" ? 68 : 36} />
        </span>
        <div className={styles.who}>
          <Name className={styles.name}>
            <bdi>{workspace.name}</bdi>
          </Name>
          <p className={styles.facts}>{joinList(facts, i18n.language)}</p>
        </div>
        {asMember === null && <HeaderActions workspace={workspace} shown={shown} />}
      </div>
      <PageTabs className={styles.tabs} label={t("tabs.label", { name: workspace.name })}>
        <Tab isWhole={isWhole} to="overview" id={workspace.id} label={t("tabs.overview")} />
        <Tab isWhole={isWhole} to="" id={workspace.id} label={t("tabs.items")} count={items ?? null} />
        <Tab isWhole={isWhole} to="members" id={workspace.id} label={t("tabs.members")} count={members ?? null} />
        <Tab isWhole={isWhole} to="teams" id={workspace.id} label={t("tabs.teams")} count={teams ?? null} />
        {asMember === null && canManage(workspace.role) && (
          <Tab isWhole={isWhole} to="activity" id={workspace.id} label={t("tabs.activity")} />
        )}
        <Tab isWhole={isWhole} to="settings" id={workspace.id} label={t("tabs.settings")} />
      </PageTabs>
    </>
  );
}

const PAGES = new Set(["overview", "members", "teams", "activity", "settings"]);

interface TabProps {
  to: string;
  id: string;
  label: string;
  /** Null while loading. Absent for pages without a number. */
  count?: number | null;
  /** Whether all counts are loaded. */
  isWhole: boolean;
}

/** Navigation link of a workspace page. The library link is active on all pages without another link. */
function Tab({ to, id, label, count, isWhole }: TabProps): ReactNode {
  const { i18n } = useTranslation();
  const address = `/w/${encodeURIComponent(id)}${to === "" ? "" : `/${to}`}`;
  const third = useRouterState({ select: ({ location }) => location.pathname.split("/")[3] ?? "" });
  const isHere = to === third || (to === "" && !PAGES.has(third));
  return (
    <PageTab
      to={address}
      isHere={isHere}
      layout={isWhole}
      label={
        <>
          {label}
          {count !== undefined && <span className={styles.count}> {count !== null && formatCount(count, i18n.language)}</span>}
        </>
      }
    />
  );
}

function HeaderActions({ workspace, shown }: Pick<ContentProps, "workspace" | "shown">): ReactNode {
  const { t } = useTranslation("workspaces");
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [dialog, setDialog] = useState<"invite" | "leave" | null>(null);
  const navigate = useNavigate();
  const myRole = workspace.role;
  const close = (): void => setDialog(null);
  const preview = (): void =>
    openDialog("preview-as-member", {
      workspaceId: workspace.id,
      onStarted: () => {
        closeDialog("preview-as-member");
        void navigate({ to: `/w/${workspace.id}` });
      },
    });
  const groups: MenuAction[][] = [
    [
      ...(canInvite(myRole) ? [{ label: t("invite.copyLink"), icon: IconLink, onSelect: () => void copyInviteLink(workspace) }] : []),
      { label: t("tabs.settings"), icon: IconSettings, to: `/w/${workspace.id}/settings` },
      ...(canManage(myRole)
        ? [
            { label: t("activity.title"), icon: IconHistory, to: `/w/${workspace.id}/activity` },
            { label: t("preview"), icon: IconEye, onSelect: preview },
          ]
        : []),
    ],
    [{ label: t("leave.open"), icon: IconLogout, isDanger: true, onSelect: () => setDialog("leave") }],
  ];
  return (
    <div className={styles.actions}>
      {canInvite(myRole) && (
        <>
          <Button
            className={styles.copy}
            variant="default"
            leftSection={<IconLink {...ICON} />}
            onClick={() => void copyInviteLink(workspace)}
          >
            {t("invite.copyLink")}
          </Button>
          <Button leftSection={<IconUserPlus {...ICON} />} onClick={() => setDialog("invite")}>
            {t("invite.open")}
          </Button>
        </>
      )}
      <ActionMenu label={t("menu")} groups={groups} isOpen={isMenuOpen} onChange={setMenuOpen}>
        <ActionIcon aria-label={t("menu")}>
          <IconDots {...ICON} />
        </ActionIcon>
      </ActionMenu>
      <Suspense>
        {shown && dialog === "invite" && <InviteDialog workspace={shown.workspace} onClose={close} />}
        {shown && dialog === "leave" && <LeaveDialog workspace={shown.workspace} onClose={close} />}
      </Suspense>
    </div>
  );
}
