import type { Ports } from "../../platform/ports/index.ts";
import { handles, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { deleteUnreferenced, finishBulk, foldCounts, notifyQuota } from "./items.jobs.ts";
import type { PresentedItem } from "./items.present.ts";
import { type FormCall, receiveFile } from "./items.receive.ts";
import { itemsRoutes } from "./items.routes.ts";
import { createItemsService, type ItemsService } from "./items.service.ts";
import type { ItemsDeps } from "./items.deps.ts";
import { fillFollowers } from "./queries/followers.repo.ts";
import { warnOfRetention } from "./retention/retention.jobs.ts";

export { parseUploadFields, type UploadNames } from "./filing/items.form.ts";
export { importItem, type ImportedItem } from "./filing/items.import.ts";
export type { PresentedItem } from "./items.present.ts";
export { withEnding } from "./copies/copies.plan.ts";
export { moveFollowers } from "./queries/followers.repo.ts";
export { findMailedItem } from "./queries/mailed.repo.ts";
export { lockQuota, storage as storageOfUser, workspaceStorage as storageOfWorkspace } from "./queries/quota.repo.ts";
export type { ItemRow } from "./queries/items.repo.ts";
export type { Inspected, NewFile, NewUpload } from "./filing/filing.service.ts";
export type { Quota } from "./filing/quota.service.ts";
export type { ListArgs } from "./listing/lists.service.ts";

const ON_MONDAYS = "13 5 * * 1";

/** Interface of the items module for other modules. */
export interface Items extends ItemsService, Module {
  sweepers: Sweeper[];
  /** Reads the form of an image or a video, and creates the item. @throws AppError as {@link receiveFile} */
  receive(workspaceRef: string, call: FormCall): Promise<PresentedItem>;
}

/** Creates the module for pictures and videos of a workspace: create, read, change, delete. */
export function createItems(ports: Ports, deps: ItemsDeps): Items {
  const service = createItemsService(ports, deps);
  const receiving = { ports, media: deps.media, states: deps.states, service };
  return {
    ...service,
    receive: (workspaceRef, call) => receiveFile(receiving, "any", workspaceRef, call),
    routes: itemsRoutes(receiving),
    jobs: [
      handles(foldCounts, async ({ workspaceId }) => {
        await service.foldCounts(workspaceId);
        return "done";
      }),
      handles(finishBulk, async (payload, signal): Promise<JobOutcome> => {
        try {
          await service.finishBulk(payload, signal);
          return "done";
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return { skipped: "the folder to move into is gone, or not theirs to change any more" };
        }
      }),
      handles(notifyQuota, (payload) => service.quota.handleNotify(payload)),
      handles(warnOfRetention, (_payload, signal) => service.retention.warn(signal), ON_MONDAYS),
      handles(deleteUnreferenced, async (_payload, signal) => {
        await service.removeUnreferenced(signal);
        return "done";
      }),
    ],
    sweepers: [
      { name: "purge-trash", run: (signal) => service.purgeTrash(signal) },
      { name: "trash-unused-items", isLarge: true, run: (signal, cursor) => service.retention.sweep(signal, cursor) },
      { name: "repair-counts", isLarge: true, run: (signal, cursor) => service.repairCounts(signal, cursor) },
      { name: "fill-workspaces", isLarge: true, run: (signal, cursor) => fillFollowers(ports.db, signal, cursor) },
    ],
  };
}
