import { UnstyledButton } from "@mantine/core";
import { Avatar, VisuallyHidden } from "@stillreel/ui";
import {
  IconAdjustments,
  IconBuilding,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconPuzzle,
  IconSelector,
  IconSparkles,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useExtensionPresence } from "../../platform/extension-presence.ts";
import { useSignOut } from "../../platform/session/use-sign-out.ts";
import { hasNewChanges } from "../../features/help/seen-changes.ts";
import type { WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import { canManage } from "../../entities/workspaces/roles.ts";
import { useTheme } from "../../entities/people/use-theme.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import styles from "./account-menu.module.css";
import { useWorkspaces } from "./use-workspaces.ts";
import type { MenuAction } from "../../ui/menu-content.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { openDialog } from "../../platform/dialogs.ts";

const THEMES = ["light", "dark", "system"] as const;

/** The account menu, at the bottom of the sidebar (`row`) or in the phone header (`avatar`). */
export function AccountMenu({ variant }: { variant: "row" | "avatar" }): ReactNode {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery);
  const { signOut } = useSignOut();
  const { theme, setTheme } = useTheme();
  const [isOpen, setOpen] = useState(false);
  const workspaces = useWorkspaces();
  const helpActions = useHelpActions();
  const { workspaceId } = useParams({ strict: false });
  if (!user) return null;
  const settingsId = workspaceId ?? companyOf(workspaces ?? [], user.preferences.defaultWorkspaceId)?.id;
  const label = t("account.menu", { name: user.displayName });
  const themes = THEMES.map((value): MenuAction => ({
    label: t(`theme.${value}`),
    isChecked: value === theme,
    keepsOpen: true,
    onSelect: () => setTheme(value),
    ...(value === THEMES[0] ? { heading: t("account.theme") } : {}),
  }));
  const groups: MenuAction[][] = [
    [
      { label: t("account.profile"), icon: IconUser, to: "/profile" },
      { label: t("account.preferences"), icon: IconAdjustments, to: "/preferences" },
    ],
    themes,
    [
      ...(settingsId === undefined ? [] : [{ label: t("account.company"), icon: IconBuilding, to: `/w/${settingsId}/settings` }]),
      { label: t("account.addCompany"), icon: IconPlus, to: "/workspaces/new" },
    ],
    helpActions,
    [{ label: t("account.signOut"), icon: IconLogout, onSelect: () => signOut(undefined) }],
  ];
  return (
    <ActionMenu
      label={label}
      groups={groups}
      position={variant === "row" ? "top-start" : "bottom-end"}
      width={248}
      isOpen={isOpen}
      onChange={setOpen}
    >
      <UnstyledButton className={variant === "row" ? styles.row : styles.avatar}>
        <Avatar name={user.displayName} src={user.photoURL} size={variant === "row" ? 28 : 32} />
        {/* As text and not as a label, because initials are visible. */}
        {variant === "avatar" && <VisuallyHidden>{label}</VisuallyHidden>}
        {variant === "row" && (
          <>
            <span className={styles.who}>
              <bdi className={styles.name}>{user.displayName}</bdi>
              <bdi className={styles.email}>{user.email}</bdi>
            </span>
            <IconSelector className={styles.more} size={16} stroke={1.6} aria-hidden="true" />
          </>
        )}
      </UnstyledButton>
    </ActionMenu>
  );
}

/** Returns the workspace whose settings "Workspace settings" means: one that the user manages, preferably the default one. */
function companyOf(workspaces: readonly WorkspaceHead[], defaultId: string | null): WorkspaceHead | undefined {
  const managed = workspaces.filter(({ role }) => canManage(role));
  return managed.find(({ id }) => id === defaultId) ?? managed[0] ?? workspaces.find(({ id }) => id === defaultId) ?? workspaces[0];
}

/** The entries that explain the product. */
function useHelpActions(): MenuAction[] {
  const { t } = useTranslation();
  const hasExtension = useExtensionPresence();
  return [
    ...(hasExtension ? [] : [{ label: t("header.installExtension"), icon: IconPuzzle, to: "/install" }]),
    {
      label: t("account.whatsNew"),
      icon: IconSparkles,
      hasDot: hasNewChanges(),
      onSelect: () => openDialog("help-panel", { shows: "changes" }),
    },
    { label: t("account.help"), icon: IconHelp, onSelect: () => openDialog("help-panel", { shows: "article" }) },
    { label: t("account.shortcuts"), icon: IconKeyboard, keyHint: "?", onSelect: () => openDialog("shortcuts", {}) },
  ];
}
