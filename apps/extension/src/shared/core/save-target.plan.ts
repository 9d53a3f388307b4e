import type { FolderChoice } from "./folder-choices.ts";

/** What can be sent to a place of its own. */
export type TargetKind = "capture" | "recording";

/** A workspace, or a folder of one, that captures or recordings go to; where none is chosen they go to one's own library. */
export interface Target {
  workspaceId: string;
  /** The workspace's name as it was last seen. */
  name: string;
  /** Null for its top level. */
  folderId: string | null;
  folderName: string | null;
  /** Mark of the person who chose it (see `ownerNow`): it is nobody else's. */
  owner: string;
}

/** A workspace of the caller's. */
export interface Space {
  id: string;
  name: string;
  /** May one add things at its top level? */
  canWrite: boolean;
}

/** Everything that a choice of a place shows. */
export interface SaveTargets {
  targets: Partial<Record<TargetKind, Target>>;
  /** Null until the server has told. */
  spaces: readonly Space[] | null;
  /** Folders that one may add to, by workspace: of those that are chosen, and of those in which one may write nowhere else. */
  folders: Readonly<Record<string, readonly FolderChoice[]>>;
  /** Name of a place that is not open to the person any more; empty where nobody remembers it. */
  lost: string | null;
}

export const NO_SAVE_TARGETS: SaveTargets = { targets: {}, spaces: null, folders: {}, lost: null };

/** One's own top level. */
export const ROOT = "root";
const SPACE = "space:";

/** What a choice in the menu stands for. */
export type LocationChoice = { in: "own"; folderId: string | null } | { in: "space"; workspaceId: string; folderId: string | null };

/** The menu's value for a place. */
export const valueOf = (target: Pick<Target, "workspaceId" | "folderId"> | undefined, ownFolderId: string | null): string =>
  target ? `${SPACE}${target.workspaceId}/${target.folderId ?? ""}` : (ownFolderId ?? ROOT);

/** What a value of the menu stands for. */
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
  /** Only says what the lines below it belong to: it cannot be chosen. */
  isOff?: boolean;
}

interface Given {
  target: Target | undefined;
  saveTargets: SaveTargets;
  /** One's own top level, and the folders of one's own that can be chosen. */
  root: string;
  own: readonly FolderChoice[];
  ownFolderId: string | null;
  /** What a folder is called that is chosen and not known. */
  unknown: string;
}

/**
 * One's own folders, then the workspaces; of the chosen one its folders, too. Of a workspace in which one may write in some folders
 * alone these are offered, or, until it is chosen, the uppermost of them.
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

/** What a place is called: its folder's name, else its workspace's. */
export const locationName = ({ name, folderName }: Pick<Target, "name" | "folderName">): string => folderName ?? name;

/** The same place, whoever chose it. */
export const isSameLocation = (a: Pick<Target, "workspaceId" | "folderId">, b: Pick<Target, "workspaceId" | "folderId">): boolean =>
  a.workspaceId === b.workspaceId && a.folderId === b.folderId;

/** Is a place open to the person, as far as is known? Folders that were not asked for are taken to be. */
export function isOpen(target: Target, spaces: readonly Space[], folders: readonly FolderChoice[] | null): boolean {
  const space = spaces.find(({ id }) => id === target.workspaceId);
  if (!space) return false;
  if (target.folderId === null) return space.canWrite;
  return folders === null || folders.some(({ id }) => id === target.folderId);
}
