import { Menu, UnstyledButton } from "@mantine/core";
import { Avatar, ICON, Kbd } from "@stillreel/ui";
import { IconAdjustments, IconCheck, IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconPuzzle, IconSelector, IconSun, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery, useSignOut, useTheme } from "../features/account/index.ts";
import styles from "./account-menu.module.css";

const THEMES = [
  ["light", IconSun],
  ["dark", IconMoon],
  ["system", IconDeviceDesktop],
] as const;

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
        <UnstyledButton className={look === "row" ? styles.row : styles.avatar} aria-label={t("account.menu", { name: user.displayName })}>
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
        {THEMES.map(([value, Icon]) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={theme === value}
            closeMenuOnClick={false}
            leftSection={<Icon {...ICON} />}
            rightSection={theme === value ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : null}
            onClick={() => setTheme(value)}
          >
            {t(`theme.${value}`)}
          </Menu.Item>
        ))}
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
