import type { NewFilm } from "../../media/media/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Notified } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { followChapters } from "./chapters.plan.ts";
import type { EditsDeps } from "./edits.deps.ts";
import * as repo from "./renders.repo.ts";
import * as showing from "./showing.repo.ts";
import { type Showing, Superseded } from "./showing.service.ts";
import { timelineChange } from "./timeline.plan.ts";

/** A finished render, before it is saved. */
interface Finished {
  row: repo.RenderRow;
  actor: UserActor;
  workspaceId: string;
  film: NewFilm;
}

/** Address in the audit log of acts that the server does later for a user. */
const NO_ADDRESS = "";

/** Time of work from which its end is reported in the bell, in milliseconds. The user still waits for shorter work. */
const LONG_MS = 60_000;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<EditsDeps, "items" | "media" | "audit" | "events" | "followers" | "notifier" | "search"> {
  ports: Ports;
  showing: Showing;
}

/** Locks the render. @throws Superseded when a newer one replaced it */
async function claim(tx: Executor, { id }: repo.RenderRow): Promise<void> {
  const row = await repo.lock(tx, id);
  if (!row || row.state === "failed") throw new Superseded("A newer render replaced this one.");
}

/** Notifies the user of the end of a render that took long, in its transaction. */
async function reportEnd({ ports, notifier }: Context, tx: Executor, { row, actor, workspaceId }: Finished): Promise<Notified[]> {
  if (ports.clock.now().getTime() - row.createdAt.getTime() < LONG_MS) return [];
  const subject = { subjectId: row.targetId, itemId: row.targetId, workspaceId, actorId: null };
  return notifier.add(tx, { kind: "job-done", ...subject, details: { job: "render" }, userIds: [actor.id] });
}

/** Replaces the video behind the link. */
async function saveSame(context: Context, finished: Finished): Promise<Notified[]> {
  const { ports, items, media, audit, showing: shows } = context;
  const { row, actor, workspaceId, film } = finished;
  const parked = await shows.park(row.itemId);
  if (!parked) throw new AppError("not-found");
  try {
    const { released, notified } = await ports.db.transaction(async (tx) => {
      const ownerId = await showing.findOwner(tx, row.itemId);
      if (ownerId) await items.quota.claim(tx, { ownerId, workspaceId }, film.film.blob.sizeBytes);
      // The item is locked before the render, as in a new request.
      await showing.lockItem(tx, row.itemId);
      await claim(tx, row);
      const next = { kind: "render", film, document: row.document, versionId: ports.ids.id(), userId: actor.id } as const;
      const blobs = await shows.show(tx, row.itemId, parked, next);
      await repo.remove(tx, row.id);
      const details = { itemId: row.itemId, title: await repo.findTitle(tx, row.itemId) };
      await audit.record(tx, { action: "item.edited", userId: actor.id, workspaceId, ip: NO_ADDRESS, details });
      return { released: blobs, notified: await reportEnd(context, tx, finished) };
    });
    await media.retire(released);
    return notified;
  } catch (error) {
    await shows.unpark(parked);
    throw error;
  }
}

/** Gives the item of a copy its file, with chapters and captions at their new times. */
async function saveCopy(context: Context, finished: Finished): Promise<Notified[]> {
  const { ports, items, media, followers, search } = context;
  const { row, film, actor } = finished;
  return ports.db.transaction(async (tx) => {
    const from = await showing.lockItem(tx, row.itemId);
    const { shown, original } = await showing.findMain(tx, row.itemId);
    const stored = film.film.blob;
    const about = { ownerId: actor.id };
    if (!(await items.completeUpload(tx, row.targetId, stored, { type: "video", ...film.inspected }, about)))
      throw new Superseded("The copy was deleted.");
    await claim(tx, row);
    for (const { blob } of film.pictures) await media.insertBlob(tx, blob);
    await showing.insertRenditions(tx, row.targetId, film.pictures);
    const durationS = (original?.durationMs ?? shown?.durationMs ?? from?.durationMs ?? 0) / 1_000;
    const change = timelineChange(shown?.document ?? null, row.document, durationS);
    const last = timelineChange(null, shown?.document ?? null, durationS);
    const given = { shown: from?.chapters ?? [], known: shown?.document ? (original?.facts.chapters ?? null) : null };
    const { chapters } = followChapters({ ...given, document: row.document, durationS }, { now: change, last });
    const keys = showing.keysOf(film.pictures);
    const enabled = from?.chaptersEnabled ?? false;
    await showing.updateItem(tx, row.targetId, { ...keys, placeholder: film.placeholder, chapters, chaptersEnabled: enabled });
    const item = await showing.lockItem(tx, row.targetId);
    if (item) await search.indexItem(tx, item);
    for (const follower of followers) await follower.copy?.(tx, { from: row.itemId, to: row.targetId }, change);
    await repo.remove(tx, row.id);
    return reportEnd(context, tx, finished);
  });
}

/** Creates the part of renders that saves their result, all or nothing. */
export function createRenderFinish(ports: Ports, deps: EditsDeps, shows: Showing) {
  const { items, media, audit, events, followers, notifier, search } = deps;
  const context: Context = { items, media, audit, events, followers, notifier, search, ports, showing: shows };
  return {
    async save(finished: Finished): Promise<void> {
      const { row, workspaceId } = finished;
      notifier.publish(await (row.as === "same" ? saveSame(context, finished) : saveCopy(context, finished)));
      events.publish({ type: "items", workspaceId, itemIds: [...new Set([row.itemId, row.targetId])] });
      events.publish({ type: "engagement", workspaceId, itemId: row.targetId });
    },
    /** Deletes the objects of a render that was not saved. */
    giveBack: ({ film, pictures }: NewFilm): Promise<void> => shows.giveBack([film, ...pictures].map(({ blob }) => blob)),
  };
}

export type RenderFinish = ReturnType<typeof createRenderFinish>;
