import type { FolderChoice } from "./folder-choices.ts";

/** Kind of content with its own save target. */
export type TargetKind = "capture" | "recording";

/** A workspace, or a folder of it, as save target. Without a target, content goes to the personal library. */
export interface Target {
  workspaceId: string;
  /** Last known name of the workspace. */
  name: string;
  /** Null for its top level. */
  folderId: string | null;
  folderName: string | null;
  /** Owner mark of the user who chose it (see `ownerNow`); not used for other users. */
  owner: string;
}

/** A workspace of the caller. */
export interface Space {
  id: string;
  name: string;
  /** Whether the caller may add items at its root. */
  canWrite: boolean;
}

/** Data for choosing a save target. */
export interface SaveTargets {
  targets: Partial<Record<TargetKind, Target>>;
  /** Null until the server has answered. */
  spaces: readonly Space[] | null;
  /** Writable folders by workspace: of chosen workspaces, and of those whose root is read-only. */
  folders: Readonly<Record<string, readonly FolderChoice[]>>;
  /** Name of a closed save target; empty when unknown. */
  lost: string | null;
}

export const NO_SAVE_TARGETS: SaveTargets = { targets: {}, spaces: null, folders: {}, lost: null };

/** One's own top level. */
const ROOT = "root";
const SPACE = "space:";

/** Meaning of a menu choice. */
export type LocationChoice = { in: "own"; folderId: string | null } | { in: "space"; workspaceId: string; folderId: string | null };

/** Returns the menu value of a save target. */
export const valueOf = (target: Pick<Target, "workspaceId" | "folderId"> | undefined, ownFolderId: string | null): string =>
  target ? `${SPACE}${target.workspaceId}/${target.folderId ?? ""}` : (ownFolderId ?? ROOT);

/** Parses a menu value. */
export function choiceOf(value: string): LocationChoice {
  if (!value.startsWith(SPACE)) return { in: "own", folderId: value === ROOT ? null : value };
  const [workspaceId = "", folderId = ""] = value.slice(SPACE.length).split("/");
  return { in: "space", workspaceId, folderId: folderId === "" ? null : folderId };
}

/** A line of the menu. */
export interface LocationOption {
  value: string;
  label: string;
  depth?: number;
  /** Heading of the entries below; it cannot be chosen. */
  isOff?: boolean;
}

interface Given {
  target: Target | undefined;
  saveTargets: SaveTargets;
  /** Texts and folders of the personal library. */
  root: string;
  own: readonly FolderChoice[];
  ownFolderId: string | null;
  /** Text for a chosen folder whose name is unknown. */
  unknown: string;
}

/**
 * Returns the menu entries: personal folders, then workspaces, with the folders of the chosen one. For a workspace with a
 * read-only root its writable folders are offered; until it is chosen, only the topmost.
 */
export function locationOptions({ target, saveTargets, root, own, ownFolderId, unknown }: Given): LocationOption[] {
  const isKnown = ownFolderId === null || own.some(({ id }) => id === ownFolderId);
  const options: LocationOption[] = [
    { value: ROOT, label: root },
    ...own.map(({ id, name, depth }) => ({ value: id, label: name, depth })),
    ...(isKnown ? [] : [{ value: ownFolderId ?? ROOT, label: unknown }]),
  ];
  const spaces = (saveTargets.spaces ?? []).filter(
    ({ id, canWrite }) => canWrite || id === target?.workspaceId || saveTargets.folders[id]?.length,
  );
  if (target && !spaces.some(({ id }) => id === target.workspaceId))
    spaces.push({ id: target.workspaceId, name: target.name, canWrite: target.folderId === null });
  for (const { id, name, canWrite } of spaces) {
    const isChosen = id === target?.workspaceId;
    const isOff = !canWrite && !(isChosen && target.folderId === null);
    options.push({ value: valueOf({ workspaceId: id, folderId: null }, null), label: name, ...(isOff && { isOff }) });
    if (!isChosen && canWrite) continue;
    const folders = (saveTargets.folders[id] ?? []).filter(({ depth }) => isChosen || depth === 0);
    for (const folder of folders)
      options.push({ value: valueOf({ workspaceId: id, folderId: folder.id }, null), label: folder.name, depth: folder.depth + 1 });
    if (isChosen && target.folderId !== null && !folders.some((folder) => folder.id === target.folderId))
      options.push({ value: valueOf(target, null), label: target.folderName ?? unknown, depth: 1 });
  }
  return options;
}

/** Returns the name of a save target: its folder's, otherwise its workspace's. */
export const locationName = ({ name, folderName }: Pick<Target, "name" | "folderName">): string => folderName ?? name;

/** Returns whether two save targets are equal, independently of the user. */
export const isSameLocation = (a: Pick<Target, "workspaceId" | "folderId">, b: Pick<Target, "workspaceId" | "folderId">): boolean =>
  a.workspaceId === b.workspaceId && a.folderId === b.folderId;

/** Returns whether a save target is open as far as known. Folders that were not requested count as open. */
export function isOpen(target: Target, spaces: readonly Space[], folders: readonly FolderChoice[] | null): boolean {
  const space = spaces.find(({ id }) => id === target.workspaceId);
  if (!space) return false;
  if (target.folderId === null) return space.canWrite;
  return folders === null || folders.some(({ id }) => id === target.folderId);
}
