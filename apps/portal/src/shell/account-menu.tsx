import { Menu, UnstyledButton } from "@mantine/core";
import { Avatar, ICON, Kbd } from "@stillreel/ui";
import { IconAdjustments, IconKeyboard, IconLogout, IconPuzzle, IconSelector, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery, useSignOut, useTheme, type ThemeChoice } from "../features/account/index.ts";
import styles from "./account-menu.module.css";

const THEMES = ["light", "dark", "system"] as const;

/** The account's menu, at the foot of the sidebar (`row`) or in the header of phones (`avatar`). */
export function AccountMenu({ look, onShowShortcuts }: { look: "row" | "avatar"; onShowShortcuts: () => void }): ReactNode {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery);
  const { signOut } = useSignOut();
  const { theme, setTheme } = useTheme();
  if (!user) return null;
  return (
    <Menu position={look === "row" ? "top-start" : "bottom-end"} width={248}>
      <Menu.Target>
        <UnstyledButton
          className={look === "row" ? styles.row : styles.avatar}
          aria-label={look === "row" ? undefined : t("account.menu", { name: user.displayName })}
        >
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser {...ICON} />}>
          {t("account.profile")}
        </Menu.Item>
        <Menu.Item component={Link} to="/preferences" leftSection={<IconAdjustments {...ICON} />}>
          {t("account.preferences")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t("account.theme")}</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={(value) => setTheme(value as ThemeChoice)}>
          {THEMES.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {t(`theme.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/install" leftSection={<IconPuzzle {...ICON} />}>
          {t("header.installExtension")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard {...ICON} />} rightSection={<Kbd>?</Kbd>} onClick={onShowShortcuts}>
          {t("account.shortcuts")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={() => signOut(undefined)}>
          {t("account.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
