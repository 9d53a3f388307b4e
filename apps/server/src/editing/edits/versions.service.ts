import type { deleteVersions, ServerResult } from "@stillreel/contract";
import type { PresentedItem } from "../../library/items/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as drafts from "./edits.repo.ts";
import type { EditsDeps } from "./edits.deps.ts";
import { editable } from "./edits.access.ts";
import type { EditsService } from "./edits.service.ts";
import { removeTrack } from "./pointer.repo.ts";
import * as renders from "./renders.repo.ts";
import * as repo from "./showing.repo.ts";
import { type Showing, Superseded } from "./showing.service.ts";

/** Maximum attempts of a revert that conflicts with a render. */
const TRIES = 5;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<EditsDeps, "items" | "media" | "audit" | "events" | "followers"> {
  ports: Ports;
  showing: Showing;
  edits: EditsService;
}

/** The caller of a change. */
interface Caller {
  actor: UserActor;
  ip: string;
}

/** Shows a version of a video. Returns false when the video was changed meanwhile. */
async function tryRevert(context: Context, { actor, ip }: Caller, itemId: string, versionId: string | undefined): Promise<boolean> {
  const { ports, media, audit, showing } = context;
  const { workspaceId, title } = await editable(context.items, actor, itemId);
  const version =
    versionId === undefined ? (await repo.findMain(ports.db, itemId)).original : await repo.findVersion(ports.db, itemId, versionId);
  if (!version || version.isShown) throw new AppError("no-original");
  const parked = await showing.park(itemId);
  if (!parked) throw new AppError("not-found");
  try {
    const released = await ports.db.transaction(async (tx) => {
      await repo.lockItem(tx, itemId);
      // A running render is based on what the user leaves now.
      await renders.removeSame(tx, itemId);
      const blobs = await showing.show(tx, itemId, parked, { kind: "version", version });
      await drafts.resetDraft(tx, itemId, actor.id, ports.clock.now());
      await audit.record(tx, { action: "item.reverted", userId: actor.id, workspaceId, ip, details: { itemId, title } });
      return blobs;
    });
    await media.retire(released);
    return true;
  } catch (error) {
    await showing.unpark(parked);
    if (error instanceof Superseded) return false;
    throw error;
  }
}

/**
 * Reverts a video to its original or to one of its versions, and an image to its original.
 * @throws AppError `no-original`, `edit-conflict` when the video is changed again and again
 */
async function revert(context: Context, caller: Caller, itemId: string, versionId: string | undefined): Promise<PresentedItem> {
  const { items, events } = context;
  const { row } = await items.readable(caller.actor, itemId);
  if (row.type === "image") return items.revert(caller.actor, itemId, caller.ip);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (!(await tryRevert(context, caller, row.id, versionId))) continue;
    events.publish({ type: "items", workspaceId: row.workspace_id, itemIds: [row.id] });
    events.publish({ type: "engagement", workspaceId: row.workspace_id, itemId: row.id });
    return items.one(caller.actor, row.id);
  }
  throw new AppError("edit-conflict");
}

/**
 * Deletes the original and all versions except the shown one, with the assets and everything that belongs to removed parts. The shown
 * version is the original from then on, and the draft starts with it.
 */
async function removeOthers(context: Context, { actor, ip }: Caller, itemId: string): Promise<ServerResult<typeof deleteVersions>> {
  const { ports, items, media, audit, events, followers, edits } = context;
  const { workspaceId, title } = await editable(items, actor, itemId);
  const released = await ports.db.transaction(async (tx) => {
    const item = await repo.lockItem(tx, itemId);
    if (!item || item.trashedAt !== null) throw new AppError("not-found");
    if (!(await repo.hasOthers(tx, itemId))) return [];
    if (await renders.removeSame(tx, itemId)) await renders.setUpdating(tx, itemId, null);
    for (const follower of followers) await follower.forget?.(tx, itemId);
    const blobs = await repo.deleteVersions(tx, itemId);
    await drafts.resetDraft(tx, itemId, actor.id, ports.clock.now());
    // Its times are those of the deleted original.
    await removeTrack(tx, itemId);
    await audit.record(tx, { action: "item.versions-deleted", userId: actor.id, workspaceId, ip, details: { itemId, title } });
    return media.releaseBlobs(tx, blobs);
  });
  await media.retire(released);
  events.publish({ type: "items", workspaceId, itemIds: [itemId] });
  return edits.list(actor, itemId);
}

/** Creates the service that reverts videos and deletes their versions. */
export function createVersions(ports: Ports, deps: EditsDeps, showing: Showing, edits: EditsService) {
  const { items, media, audit, events, followers } = deps;
  const context: Context = { items, media, audit, events, followers, ports, showing, edits };
  return { revert: revert.bind(null, context), removeOthers: removeOthers.bind(null, context) };
}

export type Versions = ReturnType<typeof createVersions>;
