import type { FolderView } from "../../entities/folders/folders.queries.ts";
import { PERSONAL, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import type { WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import type { UploadTarget } from "../../entities/uploads/upload-target.ts";
import { lazily } from "../../platform/lazily.ts";

/** Save target of a recording: a space and a folder (null: its root). */
export interface RecordingDestination {
  ref: SpaceRef;
  /** Null for the personal space and when unknown. */
  workspaceName: string | null;
  folderId: string | null;
  folderName: string | null;
}

/** One's own videos. */
export const OWN_DESTINATION: RecordingDestination = { ref: PERSONAL, workspaceName: null, folderId: null, folderName: null };

/**
 * Returns the space or folder from which the user opened the recorder, if it accepts recordings. Without one it is the default
 * workspace.
 */
export function destinationBefore(
  target: UploadTarget | null,
  defaultWorkspaceId: string | null,
  nameOf: (ref: SpaceRef) => string | undefined,
): RecordingDestination {
  if (!target && defaultWorkspaceId !== null)
    return { ref: defaultWorkspaceId, workspaceName: nameOf(defaultWorkspaceId) ?? null, folderId: null, folderName: null };
  if (!target || target.isReadOnly || target.workspaceId === PERSONAL) return OWN_DESTINATION;
  const { workspaceId: ref, folderId, folderName } = target;
  return { ref, workspaceName: nameOf(ref) ?? null, folderId, folderName };
}

/** Returns the menu value of a save target. */
export const destinationKey = ({ ref, folderId }: RecordingDestination): string => (folderId === null ? ref : `${ref}/${folderId}`);

/** Returns the name of a save target: folder, otherwise workspace. Null for the personal space and when unknown. */
export const destinationName = ({ workspaceName, folderName }: RecordingDestination): string | null => folderName ?? workspaceName;

/** One line of the choice. */
export interface DestinationChoice extends RecordingDestination {
  /** Names of the folders on the path, its own last; empty for the root of a space. */
  path: readonly string[];
  /** Heading of the entries below; it cannot be chosen. */
  isOff?: boolean;
}

const byName = lazily(() => new Intl.Collator("und", { numeric: true }));

/** A folder that accepts recordings. */
interface OpenFolder {
  folder: FolderView;
  path: readonly string[];
  /** Whether no ancestor accepts recordings. */
  isUppermost: boolean;
}

/** Returns the writable folders of a tree, below their parents, by name. */
function openFolders(folders: readonly FolderView[]): OpenFolder[] {
  const ids = new Set(folders.map(({ id }) => id));
  const below = Map.groupBy(folders, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null));
  const walk = (parentId: string | null, above: readonly string[], isInside: boolean): OpenFolder[] =>
    (below.get(parentId) ?? [])
      .toSorted((a, b) => byName().compare(a.name, b.name))
      .flatMap((folder) => {
        const { write } = folder.permission;
        const path = [...above, folder.name];
        return [...(write ? [{ folder, path, isUppermost: !isInside }] : []), ...walk(folder.id, path, isInside || write)];
      });
  return walk(null, [], false);
}

/**
 * Returns the menu entries: My videos, every writable workspace, the folders of the selected one, and the folder from which the
 * user came. For a workspace with a read-only root its writable folders are offered; until it is selected, only the topmost. Closed
 * targets are omitted; a folder that is not loaded yet is included.
 */
export function destinationChoices(
  workspaces: readonly WorkspaceHead[],
  foldersOf: (ref: SpaceRef) => readonly FolderView[] | undefined,
  requested: RecordingDestination,
  before: RecordingDestination,
): DestinationChoice[] {
  const isMeant = (key: string): boolean => key === destinationKey(requested) || key === destinationKey(before);
  const choices: DestinationChoice[] = [{ ...OWN_DESTINATION, path: [] }];
  for (const { id: ref, name: workspaceName, permission } of workspaces) {
    const known = foldersOf(ref);
    const folders = openFolders(known ?? [])
      .map(({ folder: { id, name }, ...rest }) => ({ ref, workspaceName, folderId: id, folderName: name, ...rest }))
      .filter((one) => requested.ref === ref || (one.isUppermost && !permission.write) || isMeant(destinationKey(one)))
      .map(({ isUppermost: _, ...choice }): DestinationChoice => choice);
    if (known === undefined) {
      const unknown = new Map(
        [before, requested].filter((one) => one.ref === ref && one.folderId !== null).map((one) => [destinationKey(one), one]),
      );
      for (const one of unknown.values()) folders.push({ ...one, workspaceName, path: one.folderName === null ? [] : [one.folderName] });
    }
    if (!permission.write && folders.length === 0) continue;
    const top = { ref, workspaceName, folderId: null, folderName: null, path: [] };
    choices.push(permission.write ? top : { ...top, isOff: true }, ...folders);
  }
  return choices;
}

/** Save target of a started recording. */
export interface Start {
  /** Its space and displayed name. */
  ref: SpaceRef;
  name: string | null;
  /** The requested target if it was closed at the start. */
  lost: RecordingDestination | null;
}

let started: Start = { ref: PERSONAL, name: null, lost: null };

/** Stores the target of a recording for the address of its page. */
export function noteStart(start: Start): void {
  started = start;
}

/** Returns the target of the last started recording. */
export const lastStart = (): Start => started;
