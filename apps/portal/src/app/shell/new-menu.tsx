import { Button } from "@mantine/core";
import {
  IconArtboard,
  IconCamera,
  IconChevronDown,
  IconFolderPlus,
  IconFolderUp,
  IconMailQuestion,
  IconPhotoPlus,
  IconPlayerRecordFilled,
  IconPlus,
  IconUpload,
} from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { pickFiles, pickFolder } from "../../entities/uploads/open-uploads.ts";
import { useShownTarget } from "../../entities/uploads/upload-target.ts";
import styles from "./new-menu.module.css";
import { useNewBoard } from "./use-new-board.ts";
import { useNewFolder } from "./use-new-folder.ts";
import type { MenuAction } from "../../ui/menu-content.ts";
import { openDialog } from "../../platform/dialogs.ts";

/** Whether folders can be selected; phones support files only. */
const canPickFolders = "webkitdirectory" in HTMLInputElement.prototype && !matchMedia("(pointer: coarse)").matches;

/** The primary button that creates items. `tile` is its appearance in the phone's bottom bar. */
export function NewMenu({ variant }: { variant: "button" | "tile" }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const newFolder = useNewFolder();
  const newBoard = useNewBoard();
  // A read-only folder accepts no new items.
  const target = useShownTarget();
  const canAdd = target?.isReadOnly !== true;
  const workspace = target && canAdd ? knownWorkspace(target.workspaceId) : undefined;
  const addFromMine = (): void => {
    if (!target || !workspace) return;
    const { id: workspaceId, name } = workspace;
    openDialog("add-from-personal", { into: { workspaceId, folderId: target.folderId, name: target.folderName ?? name } });
  };
  const ask = (): void => {
    const {
      workspaceId = "personal",
      folderId = null,
      folderName = null,
      type = "video",
    } = (canAdd && target?.type !== "image" && target?.type !== "board" && target) || {};
    openDialog("request", { target: { workspaceId, folderId, name: folderName ?? workspace?.name ?? null, kind: type } });
  };
  const groups: MenuAction[][] = [
    [
      { label: t("header.record"), icon: IconPlayerRecordFilled, keyHint: "R", to: "/record" },
      { label: t("header.takeStill"), icon: IconCamera, to: "/install" },
      { label: t("header.ask"), icon: IconMailQuestion, onSelect: ask },
      ...(canAdd ? [{ label: t("header.newBoard"), icon: IconArtboard, onSelect: newBoard }] : []),
      ...(canAdd ? [{ label: t("header.uploadFiles"), icon: IconUpload, keyHint: "U", onSelect: pickFiles }] : []),
      ...(canAdd && canPickFolders ? [{ label: t("header.uploadFolder"), icon: IconFolderUp, onSelect: pickFolder }] : []),
      ...(workspace ? [{ label: t("header.addFromMine"), icon: IconPhotoPlus, onSelect: addFromMine }] : []),
    ],
    ...(canAdd ? [[{ label: t("header.newFolder"), icon: IconFolderPlus, keyHint: "⇧N", onSelect: newFolder }]] : []),
  ];
  return (
    <ActionMenu label={t("header.new")} groups={groups} width={244} isOpen={isOpen} onChange={setOpen}>
      {variant === "tile" ? (
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
