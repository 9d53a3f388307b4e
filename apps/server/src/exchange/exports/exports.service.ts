import { inBatches } from "../../platform/db/batches.ts";
import { isUuid, type ExportOptions, type getExport, type ServerResult } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Media } from "../../media/media/index.ts";
import { makeExport } from "./exports.jobs.ts";
import { nameOf, typeOf } from "./exports.plan.ts";
import * as repo from "./exports.repo.ts";

/** Time for which an export is stored. */
const RETENTION_MS = 24 * 3_600_000;
/** Maximum number of unfinished exports of one user. */
const OPEN_MAX = 10;
const SWEEP_BATCH = 200;

type PresentedExport = ServerResult<typeof getExport>;

export interface ExportsDeps {
  items: Pick<Items, "readable">;
  media: Pick<Media, "url" | "releaseBlob" | "releaseBlobs">;
  limits: RateLimits;
}

/** The ports and services that the functions of this file use. */
interface Context extends ExportsDeps, Pick<Ports, "db" | "clock" | "ids" | "jobs"> {}

function present({ media }: Context, actor: UserActor, row: repo.ExportRow): PresentedExport {
  const { storageKey, sizeBytes, options, fileName } = row;
  const isReady = row.state === "ready" && storageKey !== null && sizeBytes !== null;
  return {
    id: row.id,
    itemId: row.itemId,
    format: options.format,
    state: row.state,
    progress: row.progress,
    failure: row.failure,
    fileName,
    size: sizeBytes,
    downloadUrl: isReady
      ? media.url({ storageKey, mimeType: typeOf(options), sizeBytes, callerId: actor.id, fileName, disposition: "attachment" })
      : null,
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Returns the readable item with the storage key of its file, which changes when the video is edited. @throws AppError `not-found` */
async function sourceOf({ items }: Context, actor: UserActor, itemId: string) {
  const { row } = await items.readable(actor, itemId);
  return { row, sourceKey: row.storage_key };
}

/** Creates an export. @throws AppError `not-found`, `format-not-available`, `too-many-requests` */
async function create(context: Context, actor: UserActor, itemId: string, options: ExportOptions): Promise<PresentedExport> {
  const { limits, db, ids, clock, jobs } = context;
  const { row, sourceKey } = await sourceOf(context, actor, itemId);
  if (row.type !== "video" || sourceKey === null) throw new AppError("format-not-available");
  await limits.take({ key: `gif:${actor.id}`, rule: RATE_RULES.gif });
  if ((await repo.countOpen(db, actor.id)) >= OPEN_MAX) throw new AppError("too-many-requests", { retryAfterS: 30 });
  const id = ids.id();
  const now = clock.now();
  await db.transaction(async (tx) => {
    await repo.insert(tx, {
      id,
      itemId,
      userId: actor.id,
      options,
      sourceKey,
      state: "waiting",
      fileName: nameOf(options, row.full_file_name),
      createdAt: now,
      expiresAt: new Date(now.getTime() + RETENTION_MS),
    });
    await jobs.enqueue(tx, makeExport, { exportId: id });
  });
  return get(context, actor, itemId, id);
}

/** Returns an export of the caller, while the video is readable and unchanged. @throws AppError `not-found` */
async function get(context: Context, actor: UserActor, itemId: string, id: string): Promise<PresentedExport> {
  const { sourceKey } = await sourceOf(context, actor, itemId);
  const row = isUuid(id) ? await repo.find(context.db, { id, itemId, userId: actor.id }) : undefined;
  if (!row || row.sourceKey !== sourceKey || row.expiresAt <= context.clock.now()) throw new AppError("not-found");
  return present(context, actor, row);
}

/** Returns the caller's exports of the video as it is now, the newest first. @throws AppError `not-found` */
async function list(context: Context, actor: UserActor, itemId: string): Promise<{ items: PresentedExport[] }> {
  const { sourceKey } = await sourceOf(context, actor, itemId);
  if (sourceKey === null) return { items: [] };
  const rows = await repo.list(context.db, { itemId, userId: actor.id, sourceKey, now: context.clock.now() });
  return { items: rows.map((row) => present(context, actor, row)) };
}

/** Cancels or deletes an export of the caller. @throws AppError `not-found` */
async function remove({ db, media }: Context, actor: UserActor, id: string): Promise<{ id: string }> {
  if (!isUuid(id)) throw new AppError("not-found");
  await db.transaction(async (tx) => {
    const removed = await repo.remove(tx, id, actor.id);
    if (!removed) throw new AppError("not-found");
    if (removed.blobId !== null) await media.releaseBlob(tx, removed.blobId);
  });
  return { id };
}

/** Deletes the exports of an item whose file was replaced: they contain what was removed or covered. */
async function forget({ media }: Context, tx: Executor, itemId: string): Promise<void> {
  await media.releaseBlobs(tx, await repo.removeOfItem(tx, itemId));
}

/** Deletes expired exports. Returns their number. */
function sweep({ db, clock, media }: Context, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const deleteBatch = (limit: number): Promise<number> =>
    db.transaction(async (tx) => {
      const gone = await repo.removeExpired(tx, now, limit);
      for (const blobId of gone) if (blobId !== null) await media.releaseBlob(tx, blobId);
      return gone.length;
    });
  return inBatches(signal, deleteBatch, SWEEP_BATCH);
}

/** Creates the service for exports of videos to other formats. */
export function createExportsService({ db, clock, ids, jobs }: Ports, deps: ExportsDeps) {
  const context: Context = { ...deps, db, clock, ids, jobs };
  return {
    create: create.bind(null, context),
    get: get.bind(null, context),
    list: list.bind(null, context),
    remove: remove.bind(null, context),
    forget: forget.bind(null, context),
    sweep: sweep.bind(null, context),
  };
}

export type ExportsService = ReturnType<typeof createExportsService>;
