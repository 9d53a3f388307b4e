import type { ClientResult, listFolders } from "@stillreel/contract";

/** A folder for captures, with its depth in the tree. */
export interface FolderChoice {
  id: string;
  name: string;
  depth: number;
}

type Folder = ClientResult<typeof listFolders>["items"][number];

/** Returns folders in menu order: below their parents, alphabetically. */
export function folderChoices(folders: readonly Pick<Folder, "id" | "name" | "parentId">[]): FolderChoice[] {
  const ids = new Set(folders.map(({ id }) => id));
  const choices: FolderChoice[] = [];
  const walk = (parentId: string | null, depth: number): void => {
    const children = folders.filter(
      (folder) => (folder.parentId !== null && ids.has(folder.parentId) ? folder.parentId : null) === parentId,
    );
    for (const { id, name } of children.toSorted((a, b) => a.name.localeCompare(b.name))) {
      choices.push({ id, name, depth });
      walk(id, depth + 1);
    }
  };
  walk(null, 0);
  return choices;
}
