import { join } from "node:path";
import type { FragmentIndex } from "../../platform/ports/fmp4/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { AdvisoryLocker } from "./uploads.locker.ts";
import { simpleUploadRoutes } from "./simple-uploads.routes.ts";
import { uploadsRoutes } from "./uploads.routes.ts";
import type { Draft } from "./uploads.draft.ts";
import type { UploadsDeps } from "./uploads.context.ts";
import { createUploadsService } from "./uploads.service.ts";
import { DurableFileStore } from "./uploads.store.ts";

export { factsOf } from "./uploads.recordings.ts";

/** Resumable uploads (tus), including recordings that are sent while they are made. */
export interface Uploads extends Module {
  /** Terminates uploads that were idle for a day and returns their number; recordings are finished with the received data. */
  sweep(): Promise<number>;
  /** Returns the local path of an unfinished upload. */
  pathOf(id: string): string;
  /** Returns path and segment index of a growing recording. Throws the file system's error when it is deleted. */
  growing(id: string): Promise<{ path: string; index: FragmentIndex }>;
}

/**
 * Stores unfinished uploads on the local disk in `DATA_DIR/uploads`, with every storage: several web processes must share that
 * folder. A finished upload is moved to the storage.
 */
export function createUploads(ports: Ports, deps: UploadsDeps): Uploads {
  const service = createUploadsService(ports, deps);
  const locker = new AdvisoryLocker(ports.pool.direct);
  const drafts = new Map<string, Draft>();
  const store = new DurableFileStore(join(ports.config.DATA_DIR, "uploads"), {
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
    async growing(id) {
      const path = store.path(id);
      return { path, index: await service.read(id, path) };
    },
    pathOf: (id) => store.path(id),
    async routes(app) {
      await uploadsRoutes(ports, { service, store, locker, drafts })(app);
      await simpleUploadRoutes(ports, deps)(app);
    },
  };
}
