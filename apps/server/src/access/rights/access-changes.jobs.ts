import { z } from "zod";
import type { Notified, NotifiedEvent, Notifier } from "../../platform/notifier/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Permission } from "../policies/items.policy.ts";

/** Notifies the users of an entry who may read its target now and could not before, and those who no longer may. */
export const notifyAccessChange = defineJob({
  name: "rights.notify-access-change",
  payload: z.object({
    workspaceId: z.uuid(),
    type: z.enum(["file", "folder"]),
    targetId: z.uuid(),
    folderId: z.uuid().nullable(),
    name: z.string(),
    actorId: z.uuid(),
    /** Members whom the entry concerns. */
    userIds: z.array(z.uuid()),
    /** Those of them who could read the target before the change. */
    readerIds: z.array(z.uuid()),
  }),
  attempts: 8,
  timeoutMs: 60_000,
});

/** A change of an entry, as its job reads it. */
export type AccessChange = z.input<typeof notifyAccessChange.payload>;

export interface AccessChangesDeps {
  db: Ports["db"];
  notifier: Notifier;
  /** Returns the permission of each member now. */
  permissionsOn(change: AccessChange): Promise<ReadonlyMap<string, Permission>>;
}

/** Writes the notifications of a change. Effects of entries of other principals are included, because it compares permissions. */
export async function handleAccessChange({ db, notifier, permissionsOn }: AccessChangesDeps, change: AccessChange): Promise<JobOutcome> {
  const now = await permissionsOn(change);
  const members = change.userIds.filter((id) => now.has(id));
  const before = new Set(change.readerIds);
  const gained = members.filter((id) => !before.has(id) && now.get(id)?.read);
  const lost = members.filter((id) => before.has(id) && !now.get(id)?.read);
  if (gained.length + lost.length === 0) return { skipped: "no one gained or lost access" };
  const { workspaceId, type, targetId, name, actorId } = change;
  const subject: Pick<NotifiedEvent, "itemId" | "details"> = type === "file" ? { itemId: targetId } : { details: { folderId: targetId } };
  const shared = { subjectId: targetId, workspaceId, actorId };
  const notified = await db.transaction(async (tx): Promise<Notified[]> => [
    ...(await notifier.add(tx, { kind: "share", ...shared, ...subject, userIds: gained })),
    // Their title was visible to them before. The object itself is not named, because they may not read it.
    ...(await notifier.add(tx, { kind: "access-removed", ...shared, details: { title: name }, userIds: lost })),
  ]);
  notifier.publish(notified);
  return "done";
}
