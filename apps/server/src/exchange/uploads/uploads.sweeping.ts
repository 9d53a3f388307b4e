import { AppError } from "../../platform/http/app-error.ts";
import { absentUser, type UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import { isOwnStore } from "../../media/media/index.ts";
import type { Metadata } from "./uploads.plan.ts";
import type { Targets } from "./uploads.targets.ts";
import type { Recordings } from "./uploads.recordings.ts";
import * as repo from "./uploads.repo.ts";
import type { Staging } from "./staging/staging.ts";

/** Idle time after which an upload is deleted with its item; received data of a recording is preserved. */
export const IDLE_MS = 24 * 3_600_000;

/** Dependencies on the uploads module. */
export interface SweepingDeps {
  recordings: Recordings;
  targets: Targets;
  /** Moves a recording to its maker's library; `metadata` was sent at its creation. */
  bringHome(locker: AdvisoryLocker, placed: repo.PlacedUpload, maker: UserActor, metadata: Metadata): Promise<void>;
  isComplete(store: Staging, row: repo.UploadRow): Promise<boolean>;
  finish(store: Staging, locker: AdvisoryLocker, id: string): Promise<void>;
  expiry(): Date;
}

/** Terminates idle uploads. */
export function createSweeping(ports: Ports, { recordings, targets, bringHome, isComplete, finish, expiry }: SweepingDeps) {
  const { db } = ports;

  /** Moves an abandoned recording whose target is closed to its maker's library, because they could not access it otherwise. */
  async function retainForMaker(store: Staging, locker: AdvisoryLocker, { id, userId }: repo.UploadRow): Promise<void> {
    const [placed, personalWorkspaceId] = await Promise.all([repo.findPlacedUpload(db, id), repo.findPersonalSpace(db, userId)]);
    if (!placed || personalWorkspaceId === undefined) return;
    const maker = absentUser(userId, personalWorkspaceId);
    if (await targets.hasLostTarget(maker, placed)) await bringHome(locker, placed, maker, (await store.metadataOf(id)) ?? {});
  }

  /**
   * Ends an abandoned recording whose client never returned. Playable data is preserved as a video; otherwise the item is deleted.
   */
  async function conclude(store: Staging, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
    await retainForMaker(store, locker, row);
    if (!(await isComplete(store, row))) {
      const isOver = await locker.exclusively(row.id, async () => {
        const now = await repo.findUpload(db, row.id);
        if (!now || now.finishedAt !== null || now.expiresAt > ports.clock.now()) return false;
        const index = await recordings.read(row.id, () => store.open(row.id));
        await store.cut(row.id, index?.end ?? 0);
        return true;
      });
      if (!isOver) return;
    }
    await finish(store, locker, row.id).catch((error: unknown) => {
      // Invalid content was deleted already.
      if (!(error instanceof AppError && error.status < 500)) throw error;
    });
  }

  async function giveUp(store: Staging, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
    const hasBytes = row.recording && row.finishedAt === null && (await store.hasBytes(row.id));
    if (!hasBytes) return store.remove(row.id);
    try {
      await conclude(store, locker, row);
    } catch (error) {
      ports.log.error({ err: error, itemId: row.itemId }, "an idle recording could not be ended; it is tried again");
      await repo.touchUpload(db, row.id, expiry());
    }
  }

  /**
   * Deletes expired data: files, rows and items of unfinished uploads, remains of finished ones, and bytes without a row (after a
   * crash). Data of recordings is preserved. Returns the number.
   */
  async function sweep(store: Staging, locker: AdvisoryLocker): Promise<number> {
    let swept = 0;
    for (;;) {
      const expired = await repo.listExpired(db, ports.clock.now(), 100);
      for (const row of expired) await giveUp(store, locker, row);
      swept += expired.length;
      if (expired.length < 100) break;
    }
    for await (const id of store.untouchedSince(new Date(ports.clock.now().getTime() - IDLE_MS))) {
      if ((await repo.listKnown(db, [id])).has(id)) continue;
      await store.removeFiles(id);
      swept += 1;
    }
    // In the store of another installation, pieces are recorded in its database.
    if (!(await isOwnStore(ports))) return swept;
    return swept + (await store.sweepUnrecorded(new Date(ports.clock.now().getTime() - IDLE_MS)));
  }

  return { sweep };
}
