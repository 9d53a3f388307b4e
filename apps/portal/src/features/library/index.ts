export { ActionMenu, type MenuAction } from "./action-menu.tsx";
export { copyText } from "./clipboard.ts";
export { formatDay, formatDimensions, formatMoment, formatType } from "./item-facts.ts";
export {
  addItem,
  copyLink,
  downloadUrl,
  imagesQuery,
  itemQuery,
  keepItem,
  makeLink,
  noteShareUrl,
  renameItem,
  trashItem,
  URL_FRESH_MS,
  type ItemView,
} from "./library.queries.ts";
export { placeholderImage } from "./placeholder.ts";
export { readSort } from "./sort-preference.ts";
export { TitleEditor } from "./title-editor.tsx";
