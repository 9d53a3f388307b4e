import type { ReactNode } from "react";
import { FolderTiles } from "./folders/folder-tiles.tsx";
import type { FolderView } from "../../entities/folders/folders.queries.ts";
import type { FolderSort, Layout } from "../../entities/items/view-preference.ts";
import { openDialog } from "../../platform/dialogs.ts";

const byName = new Intl.Collator("und", { numeric: true });

/** Folders as one wants to see them: as they came to be, or by name. */
export const inOrder = (folders: FolderView[], sort: FolderSort): FolderView[] =>
  sort === "name" ? folders.toSorted((a, b) => byName.compare(a.name, b.name)) : folders;

/** Opens the choice of a folder's parent. */
export const moveFolder = (folder: FolderView): void => openDialog("move-to-folder", { subject: { folder } });

interface Props {
  folders: FolderView[];
  /** Absent where none can be made. */
  onNew?: (() => void) | undefined;
  /** Nothing stands here yet: the empty state says what to do. */
  isBare: boolean;
  layout: Layout;
}

/** The folders that lie directly in the place on the screen. */
export function FolderSection({ folders, onNew, isBare, layout }: Props): ReactNode {
  if (isBare && folders.length === 0) return null;
  return <FolderTiles folders={folders} layout={layout === "grid" ? "tile" : "row"} onNew={onNew} onMove={moveFolder} />;
}
