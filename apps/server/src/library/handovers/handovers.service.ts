import { eachGrapheme, FolderName } from "@stillreel/contract";
import type { Transaction } from "../../platform/db/client.ts";
import type { Events } from "../../platform/events/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { freeName, lockTree } from "../folder-trash/index.ts";
import type { Folders } from "../folders/index.ts";
import type { Quota } from "../items/index.ts";
import { indexTransferred } from "./handovers.jobs.ts";
import * as repo from "./handovers.repo.ts";

export interface HandoversDeps {
  folders: Pick<Folders, "ensure">;
  quota: Pick<Quota, "hold" | "defaultBytes">;
  events: Pick<Events, "publish">;
}

/** A transfer of a personal library to another user. */
export interface LibraryTransfer {
  fromUserId: string;
  toUserId: string;
  /** The receiver's own quota in bytes, or null for the default; 0 is unlimited. */
  quotaBytes: number | null;
  /** Name of the folder for the items. It is shortened, and numbered when it is taken. */
  folderName: string;
}

/** What was transferred. */
export interface Transferred {
  items: number;
  bytes: number;
  /** A folder with transferred items; null when there were neither items nor folders. */
  folderId: string | null;
  /** Notifies open pages. Called after the commit. */
  announce(): void;
}

interface Context extends HandoversDeps, Pick<Ports, "jobs"> {}

/** Shortens a text to a valid name of a folder. */
function fitted(text: string): string {
  const letters = [...eachGrapheme(text)];
  while (letters.length > 1 && !FolderName.safeParse(letters.join("")).success) letters.pop();
  return letters.join("").trim();
}

/** Creates the folder of each kind that the library has. Returns their ids. */
async function makeFolders(
  { folders }: Context,
  tx: Transaction,
  { to, receiverId }: repo.Ends,
  folderName: string,
  kinds: readonly repo.LibraryKind[],
): Promise<Map<repo.LibraryKind, string>> {
  const taken = await repo.rootNames(tx, to);
  const name = freeName(fitted(folderName), taken);
  const made = new Map<repo.LibraryKind, string>();
  for (const kind of kinds) made.set(kind, await folders.ensure(tx, { workspaceId: to, parentId: null, kind, name, userId: receiverId }));
  return made;
}

/**
 * Transfers the whole personal library in the caller's transaction: items with their links, comments and versions, folders and the trash.
 * Unfinished uploads stay. Search entries follow in a job. The caller has locked both users.
 * @throws AppError `receiver-quota-exceeded`
 */
async function transfer(context: Context, tx: Transaction, given: LibraryTransfer): Promise<Transferred> {
  const { quota, events, jobs } = context;
  const { fromUserId, toUserId: receiverId } = given;
  const usedBytes = await quota.hold(tx, receiverId);
  const [from, to] = [await repo.findPersonal(tx, fromUserId), await repo.findPersonal(tx, receiverId)];
  if (from === undefined || to === undefined) throw new AppError("not-found");
  for (const spaceId of [from, to].toSorted()) await lockTree(tx, spaceId, "exclusive");
  const { items, bytes, kinds } = await repo.hold(tx, from);
  const limit = given.quotaBytes ?? quota.defaultBytes();
  if (limit > 0 && usedBytes + bytes > limit) {
    const message = `The items need ${bytes} bytes. The account has ${Math.max(0, limit - usedBytes)} bytes left.`;
    throw new AppError("receiver-quota-exceeded", { details: [{ field: "toUserId", code: "quota-exceeded", message }] });
  }
  const ends = { from, to, receiverId };
  const folders = await makeFolders(context, tx, ends, given.folderName, kinds);
  await repo.moveAll(tx, ends, folders);
  await jobs.enqueue(tx, indexTransferred, { from, to });
  return {
    items,
    bytes,
    folderId: folders.get("image") ?? folders.get("video") ?? folders.get("board") ?? null,
    announce() {
      events.publish({ type: "folders", workspaceId: to });
      events.publish({ type: "items", workspaceId: to, itemIds: null });
    },
  };
}

/** Creates the service that transfers personal libraries. */
export function createHandoversService({ jobs }: Pick<Ports, "jobs">, deps: HandoversDeps) {
  return { transfer: transfer.bind(null, { ...deps, jobs }) };
}

export type HandoversService = ReturnType<typeof createHandoversService>;
