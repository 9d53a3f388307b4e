import { Button, Menu } from "@mantine/core";
import { ICON, Kbd } from "@stillreel/ui";
import { IconCamera, IconChevronDown, IconPlus, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pickFiles } from "../features/uploads/index.ts";
import styles from "./new-menu.module.css";

/** The one yellow button: everything that makes a new item. `tile` is its look in the bar of phones. */
export function NewMenu({ look }: { look: "button" | "tile" }): ReactNode {
  const { t } = useTranslation();
  return (
    <Menu position={look === "tile" ? "top" : "bottom-end"} width={244}>
      <Menu.Target>
        {look === "tile" ? (
          <button type="button" className={styles.tile} aria-label={t("header.new")}>
            <IconPlus size={24} stroke={2} aria-hidden="true" />
          </button>
        ) : (
          <Button
            variant="accent"
            className={styles.button}
            leftSection={<IconPlus size={17} stroke={2} aria-hidden="true" />}
            rightSection={<IconChevronDown size={15} stroke={2} aria-hidden="true" />}
          >
            {t("header.new")}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload {...ICON} />} rightSection={<Kbd>U</Kbd>} onClick={pickFiles}>
          {t("header.uploadFiles")}
        </Menu.Item>
        <Menu.Item component={Link} to="/install" leftSection={<IconCamera {...ICON} />}>
          {t("header.takeStill")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
