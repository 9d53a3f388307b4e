import { inBatches } from "../../platform/db/batches.ts";
import { isUuid, type getImport, type listImports, type ServerResult } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { WorkspaceFacts } from "../../access/memberships/index.ts";
import type { Media, StoredBlob } from "../../media/media/index.ts";
import { runImport } from "./imports.jobs.ts";
import * as repo from "./imports.repo.ts";

/** Age after which an unfinished import counts as failed. */
const STALE_MS = 3 * 24 * 3_600_000;
/** Retention of finished imports. */
const RETENTION_MS = 90 * 24 * 3_600_000;
const SWEEP_BATCH = 200;
/** Name of this list in cursors. */
const LIST = "imports";

type PresentedImport = ServerResult<typeof getImport>;

function present(row: repo.ImportRow): PresentedImport {
  return {
    id: row.id,
    status: row.status === "uploading" ? "waiting" : row.status,
    fileName: row.fileName,
    items: row.itemCount,
    done: row.doneCount,
    skipped: row.skipped,
    skippedCount: row.skippedCount,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export function createImportsService(ports: Ports, media: Pick<Media, "insertBlob" | "releaseBlob">) {
  const { db, clock, ids, jobs } = ports;
  return {
    /** @throws AppError `not-found` */
    async get(actor: UserActor, id: string): Promise<PresentedImport> {
      const row = isUuid(id) ? await repo.find(db, actor.id, id) : undefined;
      if (!row) throw new AppError("not-found");
      return present(row);
    },

    async list(actor: UserActor, query: { cursor?: string | undefined; limit: number }): Promise<ServerResult<typeof listImports>> {
      const after = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
      const rows = await repo.list(db, actor.id, after && { at: new Date(after.key), id: after.id }, query.limit + 1);
      const shown = rows.slice(0, query.limit);
      const last = rows.length > shown.length ? shown.at(-1) : undefined;
      const nextCursor = last ? encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }) : null;
      return { items: shown.map(present), nextCursor };
    },

    async createImport(
      tx: Executor,
      actor: UserActor,
      given: { workspace: WorkspaceFacts; folderId: string | null; fileName: string },
    ): Promise<string> {
      const id = ids.id();
      const { workspace, folderId, fileName } = given;
      const target = { workspaceId: workspace.id, folderId: folderId !== null && isUuid(folderId) ? folderId : null };
      await repo.insert(tx, {
        id,
        userId: actor.id,
        ...target,
        status: "uploading",
        fileName: fileName.slice(0, 255),
        createdAt: clock.now(),
      });
      return id;
    },

    async startImport(tx: Executor, importId: string, zip: StoredBlob): Promise<boolean> {
      await media.insertBlob(tx, zip);
      if (await repo.setZip(tx, importId, zip.id)) {
        await jobs.enqueue(tx, runImport, { importId });
        return true;
      }
      await media.releaseBlob(tx, zip.id);
      return false;
    },

    dropImport: (tx: Executor, importId: string): Promise<void> => repo.dropUploading(tx, importId),

    /** Fails abandoned imports and deletes old ones. Returns their number. */
    async sweep(signal: AbortSignal): Promise<number> {
      const now = clock.now();
      const failBatch = (limit: number): Promise<number> =>
        db.transaction(async (tx) => {
          const zips = await repo.failStale(tx, new Date(now.getTime() - STALE_MS), now, limit);
          for (const blobId of zips) await media.releaseBlob(tx, blobId);
          return zips.length;
        });
      const stale = await inBatches(signal, failBatch, SWEEP_BATCH);
      return stale + (await repo.deleteOld(db, new Date(now.getTime() - RETENTION_MS), signal));
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;
