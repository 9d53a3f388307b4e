import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AdvisoryLocker } from "./uploads.locker.ts";
import type { Metadata } from "./uploads.plan.ts";
import type { Places } from "./uploads.places.ts";
import type { Recordings } from "./uploads.recordings.ts";
import * as repo from "./uploads.repo.ts";
import type { DurableFileStore } from "./uploads.store.ts";

/** An upload that nobody continued for this long is given up, with its item; of a recording, what has arrived is kept. */
export const IDLE_MS = 24 * 3_600_000;

/** What giving up needs of uploads. */
export interface SweepingDeps {
  recordings: Recordings;
  places: Places;
  /** Lets a recording become an item in its maker's library instead; `metadata` is what was said of it when it began. */
  bringHome(locker: AdvisoryLocker, placed: repo.PlacedUpload, maker: UserActor, metadata: Metadata): Promise<void>;
  isComplete(store: DurableFileStore, row: repo.UploadRow): Promise<boolean>;
  finish(store: DurableFileStore, locker: AdvisoryLocker, id: string): Promise<void>;
  expiry(): Date;
}

/** Giving up what idled too long. */
export function createSweeping(ports: Ports, { recordings, places, bringHome, isComplete, finish, expiry }: SweepingDeps) {
  const { db } = ports;

  /** What is ended in a place that its maker has lost would be lost to them: it is theirs, in their own library. */
  async function keepForMaker(store: DurableFileStore, locker: AdvisoryLocker, { id, userId }: repo.UploadRow): Promise<void> {
    const [placed, personalWorkspaceId] = await Promise.all([repo.findPlacedUpload(db, id), repo.findPersonalSpace(db, userId)]);
    if (!placed || personalWorkspaceId === undefined) return;
    const maker: UserActor = { kind: "user", id: userId, role: "user", sessionId: "", authenticatedAt: new Date(0), personalWorkspaceId };
    if (await places.hasLostPlace(maker, placed)) await bringHome(locker, placed, maker, (await store.metadataOf(id)) ?? {});
  }

  /**
   * Ends a recording that nobody continued: its machine died and never came back. What has arrived and can be played is kept as
   * a video; what cannot goes with its item.
   */
  async function conclude(store: DurableFileStore, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
    await keepForMaker(store, locker, row);
    if (!(await isComplete(store, row))) {
      const isOver = await locker.exclusively(row.id, async () => {
        const now = await repo.findUpload(db, row.id);
        if (!now || now.finishedAt !== null || now.expiresAt > ports.clock.now()) return false;
        const { end } = await recordings.look(row.id, store.path(row.id));
        await store.cut(row.id, end);
        return true;
      });
      if (!isOver) return;
    }
    await finish(store, locker, row.id).catch((error: unknown) => {
      // What is nothing is gone by now.
      if (!(error instanceof AppError && error.status < 500)) throw error;
    });
  }

  async function giveUp(store: DurableFileStore, locker: AdvisoryLocker, row: repo.UploadRow): Promise<void> {
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
   * Gives up what idled too long: files, rows and items of unfinished uploads, the last traces of finished ones, and files
   * without a row (a crash between the two). Of recordings what has arrived is kept. Answers how many.
   */
  async function sweep(store: DurableFileStore, locker: AdvisoryLocker): Promise<number> {
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
    return swept;
  }

  return { sweep };
}
