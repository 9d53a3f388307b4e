import type { Folder } from "@stillreel/contract";
import type { z } from "zod";
import type { Permission } from "../../access/policies/items.policy.ts";
import type { VisiblePlace } from "./folders.plan.ts";
import type { ListedFolder, StandingFolder } from "./folders.repo.ts";

/** A folder as the contract shows it. */
export type PresentedFolder = z.input<typeof Folder>;

/** A folder as the contract shows it, where it stands for whoever asks. */
export function presentFolder(row: ListedFolder, { parentId, nestLevel, children }: VisiblePlace, permission: Permission): PresentedFolder {
  const { id, workspaceId, name, color, kind, favorite, items, createdAt } = row;
  return { id, workspaceId, name, nestLevel, parentId, color, kind, favorite, children, items, thumbnails: [], permission, createdAt };
}

/** A folder as it is kept: where it stands for who may read all of its space, and its text. */
export interface KeptFolder extends VisiblePlace {
  id: string;
  kind: StandingFolder["kind"];
  /** What is the same for everybody, as JSON that goes on with its place. */
  head: string;
  /** Its place, for those to whom nothing is hidden, as JSON that goes on with what is theirs. */
  place: string;
}

const placeText = ({ parentId, nestLevel, children }: VisiblePlace): string =>
  `"nestLevel":${nestLevel},"parentId":${parentId === null ? "null" : `"${parentId}"`},"children":${children},`;

/** Trees have thousands of folders: writing down all of each for every answer would cost more than all else, so what is the same is written once. */
export function keptFolder(row: StandingFolder): KeptFolder {
  const { id, workspaceId, parentId, kind, name, color, nestLevel, createdAt, children } = row;
  const head = JSON.stringify({ id, workspaceId, name, color, kind, createdAt }).slice(0, -1);
  return { id, kind, parentId, nestLevel, children, head: flat(head, ","), place: flat(placeText(row)) };
}

/** Texts put together remember their pieces, which take twice the room; these do not. */
const flat = (...pieces: string[]): string => Buffer.from(pieces.join("")).toString();

/** What of a folder differs from person to person, and from moment to moment. */
export interface OwnOfFolder {
  place: VisiblePlace;
  favorite: boolean;
  items: number;
  permission: Permission;
  thumbnails: readonly string[] | undefined;
}

/** A folder of a tree as the contract shows it, in JSON: the same as {@link presentFolder} tells. Of few pieces, for each costs an allocation. */
export function writeFolder(folder: KeptFolder, { place, favorite, items, permission, thumbnails }: OwnOfFolder): string {
  const at = place === folder ? folder.place : placeText(place);
  const pictures = thumbnails ? `,"thumbnails":${JSON.stringify(thumbnails)}` : ',"thumbnails":[]';
  return (
    folder.head +
    at +
    (favorite ? '"favorite":true,"items":' : '"favorite":false,"items":') +
    items +
    pictures +
    END[permissionAt(permission)]
  );
}

const permissionAt = ({ read, write }: Permission): number => (read ? 1 : 0) + (write ? 2 : 0);
const END = [0, 1, 2, 3].map((at) => `,"permission":${JSON.stringify({ read: at % 2 === 1, write: at > 1 })}}`);
