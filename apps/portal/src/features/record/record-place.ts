import { PERSONAL, type SpaceRef, type WorkspaceHead } from "../spaces/index.ts";
import type { UploadTarget } from "../uploads/index.ts";

/** Where a recording goes: into a space, and there into a folder (null: to its top level). */
export interface RecordPlace {
  ref: SpaceRef;
  folderId: string | null;
  folderName: string | null;
}

/** One's own videos. */
export const OWN_PLACE: RecordPlace = { ref: PERSONAL, folderId: null, folderName: null };

/** The place from which somebody came to the recorder, if it takes recordings: a workspace, or a folder of one. */
export function placeBefore(target: UploadTarget | null): RecordPlace {
  if (!target || target.isReadOnly || target.workspaceId === PERSONAL) return OWN_PLACE;
  return { ref: target.workspaceId, folderId: target.folderId, folderName: target.folderName };
}

/** A place as the value of a choice. */
export const placeKey = ({ ref, folderId }: RecordPlace): string => (folderId === null ? ref : `${ref}/${folderId}`);

/** One line of the choice. */
export interface PlaceChoice extends RecordPlace {
  /** Null for one's own space. */
  workspaceName: string | null;
}

/**
 * What can be chosen: one's own videos, every workspace that one may add to, and the folder from which one came, below its
 * workspace. A place whose right is gone is not among them.
 */
export function placeChoices(workspaces: readonly WorkspaceHead[], before: RecordPlace): PlaceChoice[] {
  return [
    { ...OWN_PLACE, workspaceName: null },
    ...workspaces.flatMap(({ id, name, permission }): PlaceChoice[] => [
      ...(permission.write ? [{ ref: id, folderId: null, folderName: null, workspaceName: name }] : []),
      ...(before.ref === id && before.folderId !== null ? [{ ...before, workspaceName: name }] : []),
    ]),
  ];
}

let startedIn: { ref: SpaceRef; name: string | null } = { ref: PERSONAL, name: null };

/** Remembers where a recording goes, for the way to its page; `name` is what the place is called. */
export function noteStart(ref: SpaceRef, name: string | null): void {
  startedIn = { ref, name };
}

/** Where the recording that was started last goes. */
export const lastStart = (): { ref: SpaceRef; name: string | null } => startedIn;
