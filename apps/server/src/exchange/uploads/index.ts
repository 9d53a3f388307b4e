import { join } from "node:path";
import type { FragmentIndex } from "../../platform/ports/fmp4/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { AdvisoryLocker } from "./uploads.locker.ts";
import { uploadsRoutes } from "./uploads.routes.ts";
import { createUploadsService, type Draft, type UploadsDeps } from "./uploads.service.ts";
import { DurableFileStore } from "./uploads.store.ts";

export { factsOf } from "./uploads.recordings.ts";

/** Resumable uploads (tus), recordings that are sent while they are made among them. */
export interface Uploads extends Module {
  /** Gives up what idled for a day and answers how many uploads that were; recordings are ended with what has arrived. */
  sweep(): Promise<number>;
  /** Where the bytes of an unfinished upload lie on the local disk. */
  pathOf(id: string): string;
  /** The same of a recording, and where its parts lie by now. Throws what the file system says when it is gone. */
  growing(id: string): Promise<{ path: string; index: FragmentIndex }>;
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
    isKnown: service.isKnown,
    isFinished: service.isFinished,
  });
  return {
    sweep: () => service.sweep(store, locker),
    async growing(id) {
      const path = store.path(id);
      return { path, index: await service.look(id, path) };
    },
    pathOf: (id) => store.path(id),
    routes: uploadsRoutes(ports, { service, store, locker, drafts }),
  };
}
