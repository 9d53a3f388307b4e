import { UnstyledButton } from "@mantine/core";
import { Avatar } from "@stillreel/ui";
import { IconAdjustments, IconKeyboard, IconLogout, IconPuzzle, IconSelector, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery, useSignOut, useTheme } from "../features/account/index.ts";
import { ActionMenu, type MenuAction } from "./action-menu.tsx";
import styles from "./account-menu.module.css";

const THEMES = ["light", "dark", "system"] as const;

/** The account's menu, at the foot of the sidebar (`row`) or in the header of phones (`avatar`). */
export function AccountMenu({ look, onShowShortcuts }: { look: "row" | "avatar"; onShowShortcuts: () => void }): ReactNode {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery);
  const { signOut } = useSignOut();
  const { theme, setTheme } = useTheme();
  const [isOpen, setOpen] = useState(false);
  if (!user) return null;
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
      { label: t("header.installExtension"), icon: IconPuzzle, to: "/install" },
      { label: t("account.shortcuts"), icon: IconKeyboard, keyHint: "?", onSelect: onShowShortcuts },
    ],
    [{ label: t("account.signOut"), icon: IconLogout, onSelect: () => signOut(undefined) }],
  ];
  return (
    <ActionMenu
      label={label}
      groups={groups}
      position={look === "row" ? "top-start" : "bottom-end"}
      width={248}
      isOpen={isOpen}
      onChange={setOpen}
    >
      <UnstyledButton className={look === "row" ? styles.row : styles.avatar} aria-label={look === "row" ? undefined : label}>
        <Avatar name={user.displayName} src={user.photoURL} size={look === "row" ? 28 : 32} />
        {look === "row" && (
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
