import type { ReactNode } from "react";
import { FolderTiles } from "./folders/folder-tiles.tsx";
import type { FolderView } from "../../entities/folders/folders.queries.ts";
import type { FolderSort, Layout } from "../../entities/items/view-preference.ts";
import { openDialog } from "../../platform/dialogs.ts";
import { lazily } from "../../platform/lazily.ts";

const byName = lazily(() => new Intl.Collator("und", { numeric: true }));

/** Sorts folders by creation or name. */
export const inOrder = (folders: FolderView[], sort: FolderSort): FolderView[] =>
  sort === "name" ? folders.toSorted((a, b) => byName().compare(a.name, b.name)) : folders;

/** Opens the choice of a folder's parent. */
export const moveFolder = (folder: FolderView): void => openDialog("move-to-folder", { subject: { folder } });

interface Props {
  folders: FolderView[];
  /** Absent where no folder can be created. */
  onNew?: (() => void) | undefined;
  /** Nothing exists here yet: the empty state explains what to do. */
  isBare: boolean;
  layout: Layout;
}

/** The direct subfolders of the open folder. */
export function FolderSection({ folders, onNew, isBare, layout }: Props): ReactNode {
  if (isBare && folders.length === 0) return null;
  return <FolderTiles folders={folders} layout={layout === "grid" ? "tile" : "row"} onNew={onNew} onMove={moveFolder} />;
}
