import { join } from "node:path";
import type { FragmentIndex } from "../../platform/ports/fmp4/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { AdvisoryLocker } from "./uploads.locker.ts";
import { simpleUploadRoutes } from "./simple-uploads.routes.ts";
import { uploadsRoutes } from "./uploads.routes.ts";
import type { Draft } from "./uploads.draft.ts";
import type { UploadsDeps } from "./uploads.context.ts";
import { createUploadsService } from "./uploads.service.ts";
import { StoreStaging } from "./staging/store.staging.ts";
import type { StagedFile, Staging, StagingHooks } from "./staging/staging.ts";
import { DurableFileStore } from "./uploads.store.ts";

export type { StagedFile } from "./staging/staging.ts";
export { factsOf } from "./uploads.recordings.ts";

/** Resumable uploads (tus), including recordings that are sent while they are made. */
export interface Uploads extends Module {
  /** Terminates uploads that were idle for a day and returns their number; recordings are finished with the received data. */
  sweep(): Promise<number>;
  /** Returns the local path of an unfinished upload, which may not exist; null when its bytes are in a remote store. */
  pathOf(id: string): string | null;
  /** Opens the received bytes of a recording; undefined when it has ended or is deleted. */
  open(id: string): Promise<StagedFile | undefined>;
  /** Returns the segment index of a growing recording; undefined when it has ended or is deleted. */
  growing(id: string): Promise<FragmentIndex | undefined>;
}

/** Returns the place of unfinished uploads: the local folder `DATA_DIR/uploads` beside a storage on disk, else the store itself. */
function stagingOf({ storage, db, clock, config }: Ports, media: Pick<Media, "newKey">, hooks: StagingHooks): Staging {
  const folder = join(config.DATA_DIR, "uploads");
  const { parts } = storage;
  return parts === null
    ? new DurableFileStore(folder, hooks)
    : new StoreStaging({ storage, parts, db, clock, newKey: media.newKey, scratch: folder }, hooks);
}

/** Creates the module. With an S3 store every process can continue every upload; several processes with files on disk share `DATA_DIR/uploads`. */
export function createUploads(ports: Ports, deps: UploadsDeps): Uploads {
  const service = createUploadsService(ports, deps);
  const locker = new AdvisoryLocker(ports.pool.direct);
  const drafts = new Map<string, Draft>();
  const store = stagingOf(ports, deps.media, {
    async created(upload) {
      const draft = drafts.get(upload.id);
      if (!draft) throw new Error("an upload without a draft");
      await service.create(draft);
    },
    removed: service.remove,
    isKnown: service.isKnown,
    isFinished: service.isFinished,
  });
  return {
    sweep: () => service.sweep(store, locker),
    growing: (id) => service.read(id, () => store.open(id)),
    open: (id) => store.open(id),
    pathOf: (id) => store.localPath(id),
    async routes(app) {
      await uploadsRoutes(ports, { service, store, locker, drafts })(app);
      await simpleUploadRoutes(ports, deps)(app);
    },
  };
}
