import type { FolderView } from "../../entities/folders/folders.queries.ts";

/** A row of the folder tree. `id` is null for the root; `path` names its ancestors, outermost first. */
export interface TreeRow {
  id: string | null;
  parentId: string | null;
  name: string;
  color: string | null;
  /** 1 for the root, 2 for its folders. */
  level: number;
  path: readonly string[];
}

/** Returns the tree of one kind as rows, sorted by name with numeric collation. Folders without a known parent are at the top. */
export function treeRows(folders: readonly FolderView[], kind: FolderView["kind"], rootName: string, language: string): TreeRow[] {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const ours = folders.filter((folder) => folder.kind === kind);
  const known = new Set(ours.map((folder) => folder.id));
  const children = new Map<string | null, FolderView[]>();
  for (const folder of ours) {
    const parentId = folder.parentId !== null && known.has(folder.parentId) ? folder.parentId : null;
    children.set(parentId, [...(children.get(parentId) ?? []), folder]);
  }
  const rows: TreeRow[] = [{ id: null, parentId: null, name: rootName, color: null, level: 1, path: [] }];
  const walk = (parentId: string | null, level: number, path: readonly string[]): void => {
    for (const folder of (children.get(parentId) ?? []).toSorted((a, b) => collator.compare(a.name, b.name))) {
      rows.push({ id: folder.id, parentId, name: folder.name, color: folder.color, level, path });
      walk(folder.id, level + 1, [...path, folder.name]);
    }
  };
  walk(null, 2, []);
  return rows;
}

/** Normalises text for search: accents, case and Unicode variants are ignored. */
const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/**
 * Returns the rows whose name contains the typed text, prefix matches first. Several words may be in any order and in the names
 * of ancestors. An empty text returns all rows.
 */
export function filterRows(rows: readonly TreeRow[], typed: string): TreeRow[] {
  const query = folded(typed);
  if (query === "") return [...rows];
  const words = query.split(/\s+/u);
  const lastWord = words.at(-1) ?? "";
  const found = rows.flatMap((row) => {
    const name = folded(row.name);
    const whole = folded([...row.path, row.name].join(" "));
    // The last word must be in the name itself; otherwise every folder inside a match would match.
    if (!name.includes(lastWord) || !words.every((word) => whole.includes(word))) return [];
    return [{ row, rank: name.startsWith(query) ? 0 : name.split(/\s+/u).some((word) => word.startsWith(lastWord)) ? 1 : 2 }];
  });
  return found.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row);
}

/** Returns the index of the next selectable row from `from` in the given direction, or `from`. */
export function nextEnabled(rows: readonly TreeRow[], from: number, step: 1 | -1, isDisabled: (row: TreeRow) => boolean): number {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index];
    if (row && !isDisabled(row)) return index;
  }
  return from;
}
