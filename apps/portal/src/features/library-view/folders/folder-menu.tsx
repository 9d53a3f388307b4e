import {
  IconArrowUpRight,
  IconFolderSymlink,
  IconPalette,
  IconPencil,
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
import type { MenuAction, MenuAnchor } from "../../../ui/menu-content.ts";
import { openDialog } from "../../../platform/dialogs.ts";

const subjectOf = ({ workspaceId, id, name }: FolderView) => ({ workspaceId, kind: "folder", id, name }) as const;

interface Props {
  folder: FolderView;
  at: MenuAnchor;
  actions: FolderActions;
  /** Called after the menu has closed. */
  onClosed: () => void;
}

/** Wraps an action after which the focus does not return to the folder. */
type Leaving = (run: () => void) => () => void;

/** The menu's steps to another view. */
interface Pages {
  leaving: Leaving;
  onColors: () => void;
}

/** Menu of a folder. The colours are a second menu at the same position. */
export function FolderMenu({ folder, at, actions, onClosed }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [page, setPage] = useState<"actions" | "colors">("actions");
  const [isOpen, setOpen] = useState(true);
  const [next, setNext] = useState<"colors" | "elsewhere" | null>(null);
  const closed = (): void => {
    if (next === "colors") {
      setNext(null);
      setPage("colors");
      setOpen(true);
      return;
    }
    if (next === null && at.element.isConnected) at.element.focus({ preventScroll: true });
    onClosed();
  };
  const leaving: Leaving = (run) => () => {
    setNext("elsewhere");
    run();
  };
  const actionGroups = useFolderActions(folder, actions, { leaving, onColors: () => setNext("colors") });
  const colorGroups = useColorActions(folder, actions.onColor);
  return (
    <Suspense>
      <MenuPanel
        key={page}
        label={t("actions.more", { title: folder.name })}
        isOpen={isOpen}
        onChange={setOpen}
        onClosed={closed}
        anchor={at}
        groups={page === "colors" ? colorGroups : actionGroups}
      />
    </Suspense>
  );
}

/** Returns the actions of the menu's first page. Without write permission it has only open, star and access. */
function useFolderActions(folder: FolderView, actions: FolderActions, { leaving, onColors }: Pages): MenuAction[][] {
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
      : [{ label: t("actions.access"), icon: IconUsers, onSelect: leaving(() => openDialog("access", { subject: subjectOf(folder) })) }];
  const main: MenuAction[][] = [
    [{ label: t("actions.open"), icon: IconArrowUpRight, keyHint: "↵", onSelect: leaving(() => actions.onOpen(folder)) }],
    [
      star,
      { label: t("actions.rename"), icon: IconPencil, keyHint: "F2", onSelect: leaving(() => actions.onRenameStart(folder)) },
      { label: t("folder.color"), icon: IconPalette, onSelect: onColors },
      ...(move ? [{ label: t("actions.move"), icon: IconFolderSymlink, keyHint: "M", onSelect: leaving(() => move(folder)) }] : []),
      ...access,
    ],
    [{ label: t("folder.delete"), icon: IconTrash, keyHint: "⌫", isDanger: true, onSelect: leaving(() => actions.onDelete(folder)) }],
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
