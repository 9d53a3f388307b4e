import {
  IconArrowUpRight,
  IconFolderSymlink,
  IconMailQuestion,
  IconPalette,
  IconPencil,
  IconShare3,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MenuPanel } from "../../../ui/action-menu.tsx";
import { isPreviewing } from "../../../entities/spaces/preview.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import { folderColors } from "../../../entities/folders/folder-colors.ts";
import type { FolderActions } from "./folder-tile.tsx";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { positionOf, type MenuAction, type MenuAnchor } from "../../../ui/menu-content.ts";
import { openDialog } from "../../../platform/dialogs.ts";

const subjectOf = ({ workspaceId, id, name }: FolderView) => ({ workspaceId, kind: "folder", id, name }) as const;

/** The folder as the target of a request. */
const requestTargetOf = (folder: FolderView) => ({
  workspaceId: spaceOf(folder),
  folderId: folder.id,
  name: folder.name,
  kind: folder.kind,
});

interface Props {
  folder: FolderView;
  at: MenuAnchor;
  actions: FolderActions;
  onClose: () => void;
}

/** Menu of a folder. The colours are a second menu at the same position. */
export function FolderMenu({ folder, at, actions, onClose }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [page, setPage] = useState<"actions" | "colors">("actions");
  const actionGroups = useFolderActions(folder, actions, () => setPage("colors"));
  const colorGroups = useColorActions(folder, actions.onColor);
  return (
    <Suspense>
      <MenuPanel
        key={page}
        label={t("actions.more", { title: folder.name })}
        position={positionOf(at)}
        onClose={onClose}
        anchor={at}
        groups={page === "colors" ? colorGroups : actionGroups}
      />
    </Suspense>
  );
}

/** Returns the actions of the menu's first page. Without write permission it has only open, star and access. */
function useFolderActions(folder: FolderView, actions: FolderActions, onColors: () => void): MenuAction[][] {
  const { t } = useTranslation("library");
  const move = actions.onMove;
  const star: MenuAction = {
    label: t(folder.favorite ? "actions.unstar" : "actions.star"),
    icon: folder.favorite ? IconStarOff : IconStar,
    keyHint: "S",
    onSelect: () => actions.onStar(folder),
  };
  // A member preview is read-only: a star would belong to the user, not the member.
  const isPreview = isPreviewing();
  // The personal space has no members to share permissions with.
  const access: MenuAction[] =
    spaceOf(folder) === PERSONAL || isPreview
      ? []
      : [{ label: t("actions.access"), icon: IconUsers, onSelect: () => openDialog("access", { subject: subjectOf(folder) }) }];
  const main: MenuAction[][] = [
    [{ label: t("actions.open"), icon: IconArrowUpRight, keyHint: "↵", onSelect: () => actions.onOpen(folder) }],
    [
      { label: t("actions.share"), icon: IconShare3, onSelect: () => openDialog("share-folder", { folder }) },
      // Recordings do not fit into a folder for images or whiteboards.
      ...(folder.kind === "image" || folder.kind === "board"
        ? []
        : [
            { label: t("actions.ask"), icon: IconMailQuestion, onSelect: () => openDialog("request", { target: requestTargetOf(folder) }) },
          ]),
      star,
      { label: t("actions.rename"), icon: IconPencil, keyHint: "F2", onSelect: () => actions.onRenameStart(folder) },
      { label: t("folder.color"), icon: IconPalette, keepsOpen: true, onSelect: onColors },
      ...(move ? [{ label: t("actions.move"), icon: IconFolderSymlink, keyHint: "M", onSelect: () => move(folder) }] : []),
      ...access,
    ],
    [{ label: t("folder.delete"), icon: IconTrash, keyHint: "⌫", isDanger: true, onSelect: () => actions.onDelete(folder) }],
  ];
  if (folder.permission.write) return main;
  return [...main.slice(0, 1), ...(isPreview ? [] : [[star, ...access]])];
}

/** Returns the colours as actions. */
function useColorActions(folder: FolderView, onColor: FolderActions["onColor"]): MenuAction[][] {
  const { t } = useTranslation("library");
  return [
    folderColors.map(({ value, name }, index) => ({
      label: t(`folder.colors.${name}`),
      swatch: value,
      isChecked: value === folder.color,
      onSelect: () => onColor(folder, value),
      ...(index === 0 ? { heading: t("folder.color") } : {}),
    })),
  ];
}
