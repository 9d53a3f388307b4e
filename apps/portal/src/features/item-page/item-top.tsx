import { ActionIcon } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import {
  IconArrowLeft,
  IconArtboard,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconFolderSymlink,
  IconMovie,
  IconPencil,
  IconPhotoOff,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isTyping } from "../../ui/is-typing.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import type { MenuAction } from "../../ui/menu-content.ts";
import { copyItem, renameItem } from "../../entities/items/item-changes.ts";
import { TitleEditor } from "../../ui/title-editor.tsx";
import type { VideoFrame } from "../../entities/boards/video-frame.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { canCopyElsewhere, canEditVideo } from "../../entities/items/item-commands.ts";
import { videoEditPath } from "../../entities/spaces/addresses.ts";
import { PERSONAL, spaceOf } from "../../entities/spaces/space-ref.ts";
import { ItemCrumbs } from "./item-crumbs.tsx";
import { useItemPageSlots } from "./item-page-slots.ts";
import styles from "./item.module.css";
import { useItemPreview } from "./item-preview.ts";
import { revertWithUndo } from "./revert.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { openDialog } from "../../platform/dialogs.ts";

interface Props {
  item: ItemView;
  /** Address of the back arrow; `onBack` uses the history when possible. */
  backTo: string;
  onBack: () => void;
  neighbours: Neighbours;
  onTrash: () => void;
  /** Shown beside the title. */
  afterTitle?: ReactNode;
  /** Returns the frame that the player shows, for a video. */
  takeFrame?: (() => VideoFrame | null) | undefined;
  /** Entries of the menu before those that every item has. */
  actions?: MenuAction[][];
  /** Actions before the menu. */
  children: ReactNode;
}

const NO_ACTIONS: MenuAction[][] = [];

/** Top bar of an item page: back button, path, editable title and actions. */
export function ItemTop({
  item,
  backTo,
  onBack,
  neighbours,
  onTrash,
  afterTitle,
  takeFrame,
  actions = NO_ACTIONS,
  children,
}: Props): ReactNode {
  const { t } = useTranslation("item");
  const [isEditing, setEditing] = useState(false);
  const isPreview = useItemPreview() !== null;
  const { bell } = useItemPageSlots();
  const handleBack = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onBack();
  };
  return (
    <header className={styles.top}>
      <ActionIcon component="a" href={backTo} size={34} className={styles.back} aria-label={t("back")} onClick={handleBack}>
        <IconArrowLeft size={20} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
      </ActionIcon>
      <div className={styles.names}>
        <ItemCrumbs item={item} />
        <span className={afterTitle ? styles.titleLine : undefined}>
          <ItemTitle item={item} isEditing={isEditing} onEdit={setEditing} />
          {afterTitle}
        </span>
      </div>
      {(neighbours.previous || neighbours.next) && <Pager neighbours={neighbours} hasKeys={item.type === "image"} />}
      {children}
      {(item.permission.write || spaceOf(item) !== PERSONAL || actions.length > 0) && !item.trash && !isPreview && (
        <MoreMenu item={item} actions={actions} takeFrame={takeFrame} onRename={() => setEditing(true)} onTrash={onTrash} />
      )}
      {!isPreview && bell}
    </header>
  );
}

/** Links to the previous and next item of the list. */
function Pager({ neighbours: { previous, next, open }, hasKeys }: { neighbours: Neighbours; hasKeys: boolean }): ReactNode {
  const { t } = useTranslation("item");
  return (
    <div className={styles.pager} role="group" aria-label={t("pager.label")}>
      <ActionIcon
        size={34}
        aria-label={t("pager.previous")}
        aria-keyshortcuts={hasKeys ? "ArrowLeft" : undefined}
        disabled={!previous}
        onClick={() => previous && open(previous)}
      >
        <IconChevronLeft {...ICON} className={styles.mirrored} />
      </ActionIcon>
      <ActionIcon
        size={34}
        aria-label={t("pager.next")}
        aria-keyshortcuts={hasKeys ? "ArrowRight" : undefined}
        disabled={!next}
        onClick={() => next && open(next)}
      >
        <IconChevronRight {...ICON} className={styles.mirrored} />
      </ActionIcon>
    </div>
  );
}

interface MenuProps extends Pick<Props, "takeFrame"> {
  item: ItemView;
  actions: MenuAction[][];
  onRename: () => void;
  onTrash: () => void;
}

function MoreMenu({ item, actions, takeFrame, onRename, onTrash }: MenuProps): ReactNode {
  const { t } = useTranslation("item");
  const [isOpen, setOpen] = useState(false);
  const access = {
    label: t("accessRights"),
    icon: IconUsers,
    onSelect: () => openDialog("access", { subject: { workspaceId: item.workspaceId, kind: "file", id: item.id, name: item.title } }),
  };
  const { t: library } = useTranslation("library");
  const move = {
    label: library(item.permission.write ? "actions.moveOrCopy" : "actions.copyTo"),
    icon: IconFolderSymlink,
    // On a video page `M` mutes.
    ...(item.type !== "video" && item.permission.write ? { keyHint: "M" } : {}),
    onSelect: () => openDialog("move-to-folder", { subject: { items: [item] } }),
  };
  // The personal space has no members to share permissions with.
  const ofTeam = spaceOf(item) === PERSONAL ? [] : [access];
  const navigate = useNavigate();
  const edit = {
    label: library("actions.editVideo"),
    icon: IconMovie,
    keyHint: "E",
    onSelect: () => void navigate({ to: videoEditPath(item) }),
  };
  const board = {
    label: library("actions.addToBoard"),
    icon: IconArtboard,
    onSelect: () => openDialog("add-to-board", { item, frame: takeFrame?.() ?? null }),
  };
  const change = [
    ...(canEditVideo(item) ? [edit] : []),
    { label: t("rename"), icon: IconPencil, keyHint: "F2", onSelect: onRename },
    move,
    ...(item.type !== "board" && item.stage === "ready" ? [board] : []),
    ...(item.stage === "ready" ? [{ label: t("makeCopy"), icon: IconCopy, onSelect: () => void copyItem(item) }] : []),
    ...(item.annotated ? [{ label: t("revert.action"), icon: IconPhotoOff, onSelect: () => void revertWithUndo(item) }] : []),
  ];
  return (
    <ActionMenu
      label={t("more")}
      groups={[
        ...actions,
        ...(item.permission.write
          ? [[...change, ...ofTeam], [{ label: t("trash"), icon: IconTrash, isDanger: true, onSelect: onTrash }]]
          : [[...(canCopyElsewhere(item) ? [move] : []), ...ofTeam]]),
      ].filter((group) => group.length > 0)}
      isOpen={isOpen}
      onChange={setOpen}
    >
      <ActionIcon aria-label={t("more")}>
        <IconDots {...ICON} />
      </ActionIcon>
    </ActionMenu>
  );
}

/** The title, editable in place with write permission. */
function ItemTitle({ item, isEditing, onEdit }: { item: ItemView; isEditing: boolean; onEdit: (isEditing: boolean) => void }): ReactNode {
  const { t } = useTranslation("item");
  const button = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  const canWrite = item.permission.write && !item.trash;
  useEffect(() => {
    if (!isEditing && wantsFocus.current) button.current?.focus();
    wantsFocus.current = false;
  }, [isEditing]);
  useEffect(() => {
    if (!canWrite) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "F2" || isTyping(event.target)) return;
      event.preventDefault();
      onEdit(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [canWrite, onEdit]);
  return (
    <h1 className={styles.title}>
      {isEditing ? (
        <TitleEditor
          title={item.title}
          onSave={(next) => void renameItem(item, next)}
          onClose={(byKeyboard) => {
            wantsFocus.current = byKeyboard;
            onEdit(false);
          }}
        />
      ) : canWrite ? (
        <button
          ref={button}
          type="button"
          className={styles.titleButton}
          title={item.title}
          aria-label={t("editTitle", { title: item.title })}
          onClick={() => onEdit(true)}
        >
          <bdi>{item.title}</bdi>
        </button>
      ) : (
        <bdi>{item.title}</bdi>
      )}
    </h1>
  );
}
