export { accessLook } from "./access-look.ts";
export { ActionMenu, type MenuAction } from "../../shell/action-menu.tsx";
export { copyText } from "./clipboard.ts";
export { countWhat, moveWithUndo, purge, restoreWithUndo, starWithUndo, trashItem, trashWithUndo } from "./item-actions.ts";
export {
  addItem,
  copyItem,
  deleteMany,
  favoriteMany,
  moveMany,
  refreshSoon,
  renameItem,
  restoreMany,
  theseItems,
  trashMany,
  type BulkOutcome,
  type BulkTarget,
} from "./item-changes.ts";
export { findElsewhere } from "./find-elsewhere.ts";
export { followLive } from "./follow-live.ts";
export { itemPath } from "../spaces/index.ts";
export { daysUntil, formatDay, formatDimensions, formatDuration, formatMoment, formatType } from "./item-facts.ts";
export { copyLink, downloadUrl, makeLink, noteShareUrl } from "./item-links.ts";
export type { ItemSort, ItemType, ItemView, ListName, ListView } from "./library-list.ts";
export {
  itemQuery,
  keepItem,
  knownItems,
  knownLists,
  listIn,
  listQuery,
  personalList,
  readItem,
  refreshLists,
  URL_FRESH_MS,
  type ItemName,
} from "./library.queries.ts";
export { FolderPicker } from "./folder-picker.tsx";
export { MoveDialogDoor } from "./move-dialog-door.tsx";
export { openMoveDialog } from "./move-dialog-store.ts";
export { noteMoved, useMovedTo } from "./moved-items.ts";
export { placeholderImage } from "./placeholder.ts";
export { LibraryLayer } from "./selection/index.ts";
export { TitleEditor } from "./title-editor.tsx";
export { keepUndo, offerUndo, undoLast } from "./undo.ts";
export { readPreference } from "./view-preference.ts";
