export { FolderBreadcrumbs } from "./folder-breadcrumbs.tsx";
export { FolderGlyph } from "./folder-glyph.tsx";
export { problemOfName, type NameProblem } from "./folder-name.ts";
export { tileColumns } from "./folder-layout.ts";
export { FolderTiles } from "./folder-tiles.tsx";
export { FolderDialogLayer } from "./folder-dialog-layer.tsx";
export { closeFolderDialog, openFolderDialog } from "./folder-dialogs.ts";
export {
  changeFolder,
  childrenOf,
  countInFolders,
  foldersQuery,
  keepFolder,
  knownFolder,
  makeFolder,
  pathTo,
  refreshFolders,
  removeFolder,
  starFolder,
  type FolderKind,
  type FolderSpace,
  type FolderView,
} from "./folders.queries.ts";
