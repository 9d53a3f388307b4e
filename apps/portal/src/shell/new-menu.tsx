import { Button } from "@mantine/core";
import {
  IconCamera,
  IconChevronDown,
  IconFolderPlus,
  IconFolderUp,
  IconPlayerRecordFilled,
  IconPlus,
  IconUpload,
} from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu, type MenuAction } from "./action-menu.tsx";
import { pickFiles, pickFolder } from "../features/uploads/index.ts";
import styles from "./new-menu.module.css";
import { useNewFolder } from "./use-new-folder.ts";

/** Phones know files, not folders. */
const canPickFolders = "webkitdirectory" in HTMLInputElement.prototype && !matchMedia("(pointer: coarse)").matches;

/** The one yellow button: everything that makes a new item. `tile` is its look in the bar of phones. */
export function NewMenu({ look }: { look: "button" | "tile" }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const newFolder = useNewFolder();
  const groups: MenuAction[][] = [
    [
      { label: t("header.record"), icon: IconPlayerRecordFilled, keyHint: "R", to: "/record" },
      { label: t("header.takeStill"), icon: IconCamera, to: "/install" },
      { label: t("header.uploadFiles"), icon: IconUpload, keyHint: "U", onSelect: pickFiles },
      ...(canPickFolders ? [{ label: t("header.uploadFolder"), icon: IconFolderUp, onSelect: pickFolder }] : []),
    ],
    [{ label: t("header.newFolder"), icon: IconFolderPlus, keyHint: "⇧N", onSelect: newFolder }],
  ];
  return (
    <ActionMenu label={t("header.new")} groups={groups} width={244} isOpen={isOpen} onChange={setOpen}>
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
    </ActionMenu>
  );
}
