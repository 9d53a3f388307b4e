import { ItemType } from "@stillreel/contract";
import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Compacts the difference rows of a workspace's counts. */
export const foldCounts = defineJob({
  name: "items.fold-counts",
  payload: z.object({ workspaceId: z.uuid() }),
  attempts: 3,
  timeoutMs: 60_000,
});

/** Notifies a person whose items nearly use up the quota. */
export const notifyQuota = defineJob({
  name: "items.notify-quota",
  payload: z.object({ ownerId: z.uuid() }),
  attempts: 5,
  timeoutMs: 60_000,
});

const Action = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trash") }),
  z.object({ kind: z.literal("restore") }),
  z.object({ kind: z.literal("delete") }),
  z.object({ kind: z.literal("move"), folderId: z.uuid().nullable() }),
  z.object({ kind: z.literal("favorite"), favorite: z.boolean() }),
]);

const FinishBulk = z.object({
  action: Action,
  scope: z.object({
    workspaceId: z.uuid(),
    userId: z.uuid(),
    view: z.enum(["folder", "all", "starred", "shared", "trash"]),
    type: ItemType.nullable(),
    containerId: z.uuid().nullable(),
    before: z.iso.datetime(),
  }),
});
export type FinishBulkPayload = z.output<typeof FinishBulk>;

/** Completes a bulk action on `all` that one request could not finish, such as emptying a large trash. */
export const finishBulk = defineJob({ name: "items.finish-bulk", payload: FinishBulk, attempts: 12, timeoutMs: 30 * 60_000 });

/** Removes the bytes and then the rows of unreferenced blobs. A large deletion continues in further jobs. */
export const deleteUnreferenced = defineJob({
  name: "items.delete-unreferenced",
  payload: z.object({}),
  attempts: 12,
  timeoutMs: 30 * 60_000,
});
