import { z } from "zod";
import { ImageError, type DerivedImage, type Images, type Thumbnails } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { BACKUP_DELAY_MS } from "../../platform/db/backup-lock.ts";
import { defineJob, handles, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { Events } from "../../platform/events/index.ts";
import { deleteBytes, makeRenditions } from "./media.definitions.ts";
import { type Failures, GIVEN_UP } from "./media.failures.ts";
import type { Throttle } from "./media.throttle.ts";
import { removeBlob } from "./media.removal.ts";
import type { Made, RenditionKind, Renditions } from "./media.renditions.ts";
import * as repo from "./media.repo.ts";
import { makeVideoExtras, makeVideoRenditions } from "./media.video.definitions.ts";
import type { Work } from "./media.work.ts";

/** Marks items as failed whose jobs used up all attempts, so that users do not wait for them. */
const giveUp = defineJob({ name: "media.give-up", payload: z.object({}), attempts: 1, timeoutMs: 60_000 });
const EVERY_TEN_MINUTES = "*/10 * * * *";

/** Maximum delay in milliseconds of thumbnails during uploads. They still exist seconds after the upload. */
const STAND_BACK_MS = 1_500;
const DAMAGED = "The picture could not be read: it is damaged or incomplete. The original can still be downloaded.";

export interface MediaJobsDeps {
  images: Images;
  renditions: Renditions;
  work: Work;
  throttle: Throttle;
  failures: Failures;
  events: Pick<Events, "publish">;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<MediaJobsDeps, "events" | "renditions"> {}

const notify = ({ events }: Context, item: { id: string; workspaceId: string }): void =>
  events.publish({ type: "items", workspaceId: item.workspaceId, itemIds: [item.id] });

async function storeAll({ renditions }: Context, thumbnails: Thumbnails): Promise<Made[]> {
  const wanted: [kind: RenditionKind, image: DerivedImage | null][] = [
    ["thumbnail-small", thumbnails.small],
    ["thumbnail-large", thumbnails.large],
    ["preview", thumbnails.preview],
  ];
  const made: Made[] = [];
  try {
    for (const [kind, image] of wanted) if (image) made.push(await renditions.store(kind, image));
    return made;
  } catch (error) {
    await renditions.discard(made);
    throw error;
  }
}

async function save(context: Context, item: Parameters<Renditions["save"]>[0], thumbnails: Thumbnails): Promise<JobOutcome> {
  const { renditions } = context;
  const { width, height, placeholder } = thumbnails;
  const isSaved = await renditions.save(item, await storeAll(context, thumbnails), {
    width,
    height,
    placeholder,
    stage: "ready",
    failure: null,
  });
  return isSaved ? "done" : { skipped: "the item is gone, or another run was faster" };
}

/** Creates the media module's jobs for pictures and bytes. */
export function mediaJobs({ db, storage, jobs, log, clock }: Ports, deps: MediaJobsDeps): RegisteredJob[] {
  const { images, renditions, work, throttle, failures, events } = deps;
  const context: Context = { events, renditions };
  return [
    handles(makeRenditions, async ({ itemId }, signal) => {
      await throttle.quiet(STAND_BACK_MS, signal);
      const item = await repo.findPicture(db, itemId);
      if (!item || item.type !== "image") return { skipped: "there is no such picture" };
      if (item.stage === "ready" && (await repo.findRenditions(db, itemId)).length > 0) return { skipped: "it has its thumbnails" };
      try {
        // Gives the same `not-found` error for every store.
        await storage.stat(item.storageKey);
        const local = storage.localPath(item.storageKey);
        const thumbnails = await (local === null
          ? work.inFolder(async (folder) => images.thumbnails(await work.bring(folder, item.storageKey, signal)))
          : images.thumbnails(local));
        const outcome = await save(context, item, thumbnails);
        if (outcome === "done") notify(context, item);
        return outcome;
      } catch (error) {
        const lost = error instanceof StorageError && error.code === "not-found";
        if (!lost && !(error instanceof ImageError)) throw error;
        log.warn({ err: error, itemId }, "a picture has no thumbnails");
        // The bytes may be missing because the picture was replaced. The new picture has a separate job.
        if (!(await failures.fail(item, DAMAGED))) return { skipped: "it shows another picture by now" };
        notify(context, item);
        return "done";
      }
    }),

    handles(deleteBytes, async ({ blobId }): Promise<JobOutcome> => {
      const result = await removeBlob({ db, storage }, blobId);
      const runAt = new Date(clock.now().getTime() + BACKUP_DELAY_MS);
      if (result === "postponed") await jobs.enqueue(db, deleteBytes, { blobId }, { key: `delete-bytes-after-backup-${blobId}`, runAt });
      return result === "absent" ? { skipped: "it is referenced, or deleted" } : "done";
    }),

    handles(
      giveUp,
      async () => {
        const given = await Promise.all([makeRenditions, makeVideoRenditions, makeVideoExtras].map((job) => jobs.takeGivenUp(db, job)));
        const itemIds = given.flat().map(({ itemId }) => itemId);
        // A playable video stays ready without the renditions that failed.
        const changed = [...(await failures.failUnfinished(itemIds, GIVEN_UP)), ...(await repo.clearProgress(db, itemIds))];
        for (const item of changed) notify(context, item);
        return changed.length > 0 ? "done" : { skipped: "nothing was given up" };
      },
      EVERY_TEN_MINUTES,
    ),
  ];
}
