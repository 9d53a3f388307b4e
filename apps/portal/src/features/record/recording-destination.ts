import type { FolderView } from "../../entities/folders/folders.queries.ts";
import { PERSONAL, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import type { WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import type { UploadTarget } from "../../entities/uploads/upload-target.ts";

/** Where a recording goes: into a space, and there into a folder (null: to its top level). */
export interface RecordingDestination {
  ref: SpaceRef;
  /** Null for one's own space, and where it is not known. */
  workspaceName: string | null;
  folderId: string | null;
  folderName: string | null;
}

/** One's own videos. */
export const OWN_DESTINATION: RecordingDestination = { ref: PERSONAL, workspaceName: null, folderId: null, folderName: null };

/** The place from which somebody came to the recorder, if it takes recordings: a workspace, or a folder of one. */
export function destinationBefore(target: UploadTarget | null, nameOf: (ref: SpaceRef) => string | undefined): RecordingDestination {
  if (!target || target.isReadOnly || target.workspaceId === PERSONAL) return OWN_DESTINATION;
  const { workspaceId: ref, folderId, folderName } = target;
  return { ref, workspaceName: nameOf(ref) ?? null, folderId, folderName };
}

/** A place as the value of a choice. */
export const destinationKey = ({ ref, folderId }: RecordingDestination): string => (folderId === null ? ref : `${ref}/${folderId}`);

/** What a place is called: its folder's name, else its workspace's. Null for one's own space, and where nobody knows. */
export const destinationName = ({ workspaceName, folderName }: RecordingDestination): string | null => folderName ?? workspaceName;

/** One line of the choice. */
export interface DestinationChoice extends RecordingDestination {
  /** Names of the folders on the way to it, its own last; none for the top of a space. */
  path: readonly string[];
  /** Only says what the lines below it belong to: it cannot be chosen. */
  isOff?: boolean;
}

const byName = new Intl.Collator("und", { numeric: true });

/** A folder that takes recordings. */
interface OpenFolder {
  folder: FolderView;
  path: readonly string[];
  /** None around it takes any. */
  isUppermost: boolean;
}

/** The folders of a tree that one may add to, each below its parent, by name. */
function openFolders(folders: readonly FolderView[]): OpenFolder[] {
  const ids = new Set(folders.map(({ id }) => id));
  const below = Map.groupBy(folders, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null));
  const walk = (parentId: string | null, above: readonly string[], isInside: boolean): OpenFolder[] =>
    (below.get(parentId) ?? [])
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .flatMap((folder) => {
        const { write } = folder.permission;
        const path = [...above, folder.name];
        return [...(write ? [{ folder, path, isUppermost: !isInside }] : []), ...walk(folder.id, path, isInside || write)];
      });
  return walk(null, [], false);
}

/**
 * What can be chosen: one's own videos, every workspace that one may add to, of the one that is wished its folders, too, and the folder
 * from which one came. Of a workspace in which one may add to some folders alone these are offered, or, until it is wished, the
 * uppermost of them. A place whose right is gone is not among them; a folder of which nothing is known yet is.
 */
export function destinationChoices(
  workspaces: readonly WorkspaceHead[],
  foldersOf: (ref: SpaceRef) => readonly FolderView[] | undefined,
  wished: RecordingDestination,
  before: RecordingDestination,
): DestinationChoice[] {
  const isMeant = (key: string): boolean => key === destinationKey(wished) || key === destinationKey(before);
  const choices: DestinationChoice[] = [{ ...OWN_DESTINATION, path: [] }];
  for (const { id: ref, name: workspaceName, permission } of workspaces) {
    const known = foldersOf(ref);
    const folders = openFolders(known ?? [])
      .map(({ folder: { id, name }, ...rest }) => ({ ref, workspaceName, folderId: id, folderName: name, ...rest }))
      .filter((one) => wished.ref === ref || (one.isUppermost && !permission.write) || isMeant(destinationKey(one)))
      .map(({ isUppermost: _, ...choice }): DestinationChoice => choice);
    if (known === undefined) {
      const unknown = new Map(
        [before, wished].filter((one) => one.ref === ref && one.folderId !== null).map((one) => [destinationKey(one), one]),
      );
      for (const one of unknown.values()) folders.push({ ...one, workspaceName, path: one.folderName === null ? [] : [one.folderName] });
    }
    if (!permission.write && folders.length === 0) continue;
    const top = { ref, workspaceName, folderId: null, folderName: null, path: [] };
    choices.push(permission.write ? top : { ...top, isOff: true }, ...folders);
  }
  return choices;
}

/** A recording that was started, as far as its place goes. */
export interface Start {
  /** The space that it goes into, and what its place is called. */
  ref: SpaceRef;
  name: string | null;
  /** The place that it should have gone to, which was closed in the moment of the start. */
  lost: RecordingDestination | null;
}

let started: Start = { ref: PERSONAL, name: null, lost: null };

/** Remembers where a recording goes, for the way to its page. */
export function noteStart(start: Start): void {
  started = start;
}

/** Where the recording that was started last goes. */
export const lastStart = (): Start => started;
