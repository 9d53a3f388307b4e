import type { Ports } from "../../platform/ports/index.ts";
import { handles, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import * as repo from "./media.repo.ts";
import { completeVideos, LATE_PRIORITY, makeVideoExtras, makeVideoRenditions } from "./media.video.definitions.ts";

/** Number of items per statement, and of videos that are queued at the same time. */
const PAGE = { rows: 500, videos: 20 } as const;
/** Delay before the next videos in milliseconds. They are queued only once few of the previous ones are left. */
const PAUSE_MS = 60_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Creates the jobs that add missing renditions to older videos. The position is stored in the queue, so a worker crash
 * loses nothing.
 */
export function lateJobs({ db, jobs, clock }: Ports): RegisteredJob[] {
  const later = (): Date => new Date(clock.now().getTime() + PAUSE_MS);
  const goOn = { key: completeVideos.name, priority: LATE_PRIORITY.search };
  return [
    handles(completeVideos, async ({ after = FIRST_ID }): Promise<JobOutcome> => {
      const queued = (await jobs.count(db, makeVideoRenditions)) + (await jobs.count(db, makeVideoExtras));
      if (queued >= PAGE.videos) {
        await jobs.enqueue(db, completeVideos, { after }, { ...goOn, runAt: later() });
        return { skipped: "other videos are being made; it comes again" };
      }
      await db.transaction(async (tx) => {
        const { itemIds, next } = await repo.listIncomplete(tx, after, PAGE);
        for (const itemId of itemIds)
          await jobs.enqueue(
            tx,
            makeVideoRenditions,
            { itemId, late: true },
            { key: `late-${itemId}`, priority: LATE_PRIORITY.renditions },
          );
        if (next !== null)
          await jobs.enqueue(tx, completeVideos, { after: next }, { ...goOn, ...(itemIds.length > 0 ? { runAt: later() } : {}) });
      });
      return "done";
    }),
  ];
}
