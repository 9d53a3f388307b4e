import { join } from "node:path";
import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";
import { AdvisoryLocker } from "./uploads.locker.ts";
import { uploadsRoutes } from "./uploads.routes.ts";
import { createUploadsService, type Draft, type UploadsDeps } from "./uploads.service.ts";
import { DurableFileStore } from "./uploads.store.ts";

/** Resumable uploads (tus). `sweep` gives up what idled for a day and answers how many uploads that were. */
export interface Uploads extends Module {
  sweep(): Promise<number>;
}

/**
 * Unfinished uploads lie on the local disk below `DATA_DIR/uploads`, whatever the storage is: with several web processes that
 * folder must be one that they share. A finished upload is handed to the storage.
 */
export function createUploads(ports: Ports, deps: UploadsDeps): Uploads {
  const service = createUploadsService(ports, deps);
  const locker = new AdvisoryLocker(ports.pool);
  const drafts = new Map<string, Draft>();
  const store = new DurableFileStore(join(ports.config.DATA_DIR, "uploads"), {
    async created(upload) {
      const draft = drafts.get(upload.id);
      if (!draft) throw new Error("an upload without a draft");
      await service.create(draft);
    },
    removed: service.remove,
    isFinished: service.isFinished,
  });
  return { sweep: () => service.sweep(store), routes: uploadsRoutes(ports, { service, store, locker, drafts }) };
}
