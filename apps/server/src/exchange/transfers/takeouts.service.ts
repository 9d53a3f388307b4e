import { inBatches } from "../../platform/db/batches.ts";
import { isUuid, type getTakeout, type listTakeouts, type ServerResult } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Media } from "../../media/media/index.ts";
import { FAILED_RETENTION_MS, makeTakeout } from "./takeouts.jobs.ts";
import * as repo from "./takeouts.repo.ts";

/** Rate limit of takeouts per user. */
const RULE = RATE_RULES.takeout;
/** Age after which an unfinished takeout counts as failed. */
const STALE_MS = 24 * 3_600_000;
const SWEEP_BATCH = 200;
/** Name of this list in cursors. */
const LIST = "takeouts";

type PresentedTakeout = ServerResult<typeof getTakeout>;

export interface TakeoutsDeps {
  media: Pick<Media, "url" | "releaseBlob">;
  events: Events;
  audit: Audit;
  limits: RateLimits;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<TakeoutsDeps, "media" | "limits" | "audit" | "events">, Pick<Ports, "db" | "clock" | "ids" | "jobs"> {}

function present({ media }: Context, actor: UserActor, row: repo.TakeoutRow): PresentedTakeout {
  const { storageKey, sizeBytes, sha256 } = row;
  const fileName = `Stillreel ${row.createdAt.toISOString().slice(0, 10)}.zip`;
  const isReady = row.status === "ready" && storageKey !== null && sizeBytes !== null && sha256 !== null;
  const downloadUrl = isReady
    ? media.url({ storageKey, mimeType: "application/zip", sha256, sizeBytes, callerId: actor.id, fileName, disposition: "attachment" })
    : null;
  return {
    id: row.id,
    status: row.status,
    items: row.itemCount,
    done: row.doneCount,
    // Takeouts that failed before reasons were recorded have none.
    failure: row.status === "failed" ? (row.failure ?? "internal") : null,
    size: sizeBytes,
    downloadUrl,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/** @throws AppError `not-found` */
async function get(context: Context, actor: UserActor, id: string): Promise<PresentedTakeout> {
  const { db, clock } = context;
  const row = isUuid(id) ? await repo.find(db, actor.id, id, clock.now()) : undefined;
  if (!row) throw new AppError("not-found");
  return present(context, actor, row);
}

/** @throws AppError `takeout-running` while another takeout of the user is running */
async function create(context: Context, actor: UserActor, ip: string): Promise<PresentedTakeout> {
  const { limits, ids, clock, db, jobs, audit, events } = context;
  await limits.take({ key: `takeout:${actor.id}`, rule: RULE });
  const id = ids.id();
  const now = clock.now();
  await db.transaction(async (tx) => {
    await repo.lockUser(tx, actor.id);
    if (await repo.isRunning(tx, actor.id, new Date(now.getTime() - STALE_MS))) throw new AppError("takeout-running");
    await repo.insert(tx, { id, userId: actor.id, status: "waiting", createdAt: now });
    await jobs.enqueue(tx, makeTakeout, { takeoutId: id });
    await audit.record(tx, {
      action: "takeout.requested",
      userId: actor.id,
      workspaceId: actor.personalWorkspaceId,
      ip,
      details: { takeoutId: id },
    });
  });
  events.publish({ type: "transfers", userId: actor.id });
  return get(context, actor, id);
}

async function list(
  context: Context,
  actor: UserActor,
  query: { cursor?: string | undefined; limit: number },
): Promise<ServerResult<typeof listTakeouts>> {
  const { db, clock } = context;
  const after = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
  const rows = await repo.list(db, actor.id, clock.now(), after && { at: new Date(after.key), id: after.id }, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const nextCursor = last ? encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }) : null;
  return { items: shown.map((row) => present(context, actor, row)), nextCursor };
}

/** Cancels a running takeout or deletes a finished one. @throws AppError `not-found` */
async function remove({ db, media, events }: Context, actor: UserActor, id: string): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  await db.transaction(async (tx) => {
    const removed = await repo.remove(tx, actor.id, id);
    if (!removed) throw new AppError("not-found");
    if (removed.blobId !== null) await media.releaseBlob(tx, removed.blobId);
  });
  events.publish({ type: "transfers", userId: actor.id });
}

/** Deletes expired takeouts. Returns their number. */
async function sweep({ clock, db, media }: Context, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  await repo.failStale(db, new Date(now.getTime() - STALE_MS), now, new Date(now.getTime() + FAILED_RETENTION_MS));
  const deleteBatch = (limit: number): Promise<number> =>
    db.transaction(async (tx) => {
      const gone = await repo.deleteExpired(tx, now, limit);
      for (const { blobId } of gone) if (blobId !== null) await media.releaseBlob(tx, blobId);
      return gone.length;
    });
  return inBatches(signal, deleteBatch, SWEEP_BATCH);
}

export function createTakeoutsService(ports: Ports, { media, events, audit, limits }: TakeoutsDeps) {
  const { db, clock, ids, jobs } = ports;
  const context: Context = { media, db, clock, limits, ids, jobs, audit, events };
  return {
    create: create.bind(null, context),
    get: get.bind(null, context),
    list: list.bind(null, context),
    remove: remove.bind(null, context),
    sweep: sweep.bind(null, context),
  };
}

export type TakeoutsService = ReturnType<typeof createTakeoutsService>;
