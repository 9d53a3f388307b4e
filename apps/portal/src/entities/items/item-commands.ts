import {
  IconArrowUpRight,
  IconArtboard,
  IconCopy,
  IconDownload,
  IconFolderSymlink,
  IconLink,
  IconMovie,
  IconPencil,
  IconRestore,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUsers,
  type Icon,
} from "@tabler/icons-react";
import { isPreviewing } from "../spaces/preview.ts";
import { knowsWorkspaces } from "../spaces/spaces.queries.ts";
import { PERSONAL, spaceOf } from "../spaces/space-ref.ts";
import { restoreWithUndo, starWithUndo } from "./item-actions.ts";
import { copyItem, theseItems } from "./item-changes.ts";
import { preferredDownloadUrl, startDownload } from "./item-downloads.ts";
import { copyLink } from "./item-links.ts";
import type { ItemView } from "./item-list.ts";
import { openDialog } from "../../platform/dialogs.ts";

/** Functions that commands need from their page. */
export interface CommandContext {
  open: (item: ItemView) => void;
  /** Opens the inline title editor. */
  rename: (item: ItemView) => void;
  /** Moves to the trash; the focus moves to the neighbour. */
  trash: (item: ItemView) => void;
  /** Asks for confirmation before permanent deletion. */
  purge: (item: ItemView) => void;
  /** Opens the editor of a video; absent where the list has no links to it. */
  editVideo?: ((item: ItemView) => void) | undefined;
  /** Opens the folder dialog; absent where items cannot be moved. */
  move?: ((item: ItemView) => void) | undefined;
}

/** Keys of `library:actions`. */
type ActionKey =
  | "open"
  | "copyLink"
  | "star"
  | "unstar"
  | "rename"
  | "editVideo"
  | "moveOrCopy"
  | "copyTo"
  | "makeCopy"
  | "addToBoard"
  | "access"
  | "download"
  | "trash"
  | "restore"
  | "purge";

/** A command for one item. Menu and shortcuts share the list, so that each condition exists once. */
export interface ItemCommand {
  id: string;
  labelKey: (item: ItemView) => ActionKey;
  icon: (item: ItemView) => Icon;
  keyHint?: string;
  /** Shortcut keys as lower-case `KeyboardEvent.key` values. */
  keys?: readonly string[];
  /** Commands of different groups are separated by a line. */
  group: "open" | "change" | "end";
  isDanger?: boolean;
  isVisible: (item: ItemView, context: CommandContext) => boolean;
  /** Whether the menu lists a visible command; by default it does. The key of an unlisted one gives the reason why it is refused. */
  isListed?: (item: ItemView) => boolean;
  run: (item: ItemView, context: CommandContext) => void;
  /** Address of a download, for a new tab. A click runs `run`. */
  href?: (item: ItemView) => string;
}

const isLive = (item: ItemView): boolean => !item.trash;
const isChangeable = (item: ItemView): boolean => !item.trash && item.permission.write;
/** Whether the user can edit the video now. */
export const canEditVideo = (item: ItemView): boolean => item.type === "video" && isChangeable(item) && item.stage === "ready";
/** Whether a reader may copy the item to another space. Without workspaces there is none. */
export const canCopyElsewhere = (item: ItemView): boolean => isLive(item) && !isPreviewing() && knowsWorkspaces() && item.stage === "ready";
const isTrashed = (item: ItemView): boolean => item.trash && item.permission.write;

/** All commands in menu order. */
export const ITEM_COMMANDS: readonly ItemCommand[] = [
  {
    id: "open",
    labelKey: () => "open",
    icon: () => IconArrowUpRight,
    keyHint: "↵",
    group: "open",
    isVisible: () => true,
    run: (item, context) => context.open(item),
  },
  {
    id: "copy-link",
    labelKey: () => "copyLink",
    icon: () => IconLink,
    keyHint: "L",
    keys: ["l"],
    group: "open",
    isVisible: (item) => isChangeable(item) || (isLive(item) && !isPreviewing()),
    isListed: (item) => item.permission.write || item.shareUrl !== null,
    run: (item) => void copyLink(item),
  },
  {
    id: "download",
    labelKey: () => "download",
    icon: () => IconDownload,
    group: "open",
    // The page of a whiteboard offers its formats.
    isVisible: (item) => isLive(item) && item.type !== "board" && item.stage !== "uploading" && item.stage !== "recording",
    run: (item) => void startDownload(item.type, preferredDownloadUrl(item)),
    href: preferredDownloadUrl,
  },
  {
    id: "star",
    labelKey: (item) => (item.favorite ? "unstar" : "star"),
    icon: (item) => (item.favorite ? IconStarOff : IconStar),
    keyHint: "S",
    keys: ["s"],
    group: "change",
    isVisible: (item) => isLive(item) && !isPreviewing(),
    run: (item) => void starWithUndo(theseItems([item]), !item.favorite),
  },
  {
    id: "rename",
    labelKey: () => "rename",
    icon: () => IconPencil,
    keyHint: "F2",
    keys: ["f2"],
    group: "change",
    isVisible: isChangeable,
    run: (item, context) => context.rename(item),
  },
  {
    id: "edit-video",
    labelKey: () => "editVideo",
    icon: () => IconMovie,
    keyHint: "E",
    keys: ["e"],
    group: "change",
    isVisible: (item, context) => context.editVideo !== undefined && canEditVideo(item),
    run: (item, context) => context.editVideo?.(item),
  },
  {
    id: "move",
    labelKey: (item) => (item.permission.write ? "moveOrCopy" : "copyTo"),
    icon: () => IconFolderSymlink,
    keyHint: "M",
    keys: ["m"],
    group: "change",
    isVisible: (item, context) => context.move !== undefined && (isChangeable(item) || canCopyElsewhere(item)),
    run: (item, context) => context.move?.(item),
  },
  {
    id: "make-copy",
    labelKey: () => "makeCopy",
    icon: () => IconCopy,
    group: "change",
    isVisible: (item) => isChangeable(item) && item.stage === "ready",
    run: (item) => void copyItem(item),
  },
  {
    id: "add-to-board",
    labelKey: () => "addToBoard",
    icon: () => IconArtboard,
    group: "change",
    isVisible: (item) => item.type !== "board" && isLive(item) && !isPreviewing() && item.stage === "ready",
    run: (item) => openDialog("add-to-board", { item }),
  },
  {
    id: "access",
    labelKey: () => "access",
    icon: () => IconUsers,
    group: "change",
    // The personal space has no members to share permissions with.
    isVisible: (item) => isLive(item) && spaceOf(item) !== PERSONAL && !isPreviewing(),
    run: ({ workspaceId, id, title }) => openDialog("access", { subject: { workspaceId, kind: "file", id, name: title } }),
  },
  {
    id: "trash",
    labelKey: () => "trash",
    icon: () => IconTrash,
    keyHint: "⌫",
    keys: ["delete", "backspace"],
    group: "end",
    isDanger: true,
    isVisible: isChangeable,
    run: (item, context) => context.trash(item),
  },
  {
    id: "restore",
    labelKey: () => "restore",
    icon: () => IconRestore,
    group: "change",
    isVisible: isTrashed,
    run: (item) => void restoreWithUndo(theseItems([item])),
  },
  {
    id: "purge",
    labelKey: () => "purge",
    icon: () => IconTrash,
    keyHint: "⌫",
    keys: ["delete", "backspace"],
    group: "end",
    isDanger: true,
    isVisible: isTrashed,
    run: (item, context) => context.purge(item),
  },
];

/** Returns the command of a key for an item, if any. */
export const commandForKey = (key: string, item: ItemView, context: CommandContext): ItemCommand | undefined =>
  ITEM_COMMANDS.find((command) => command.keys?.includes(key.toLowerCase()) && command.isVisible(item, context));
