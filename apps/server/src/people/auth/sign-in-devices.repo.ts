import { and, eq, gt, lt, lte } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { sessions, signInDevices } from "../../platform/db/schema/index.ts";

/** A device of a user, and when it is seen. */
export interface SeenDevice {
  userId: string;
  device: string;
  seenAt: Date;
}

/** Extends the record of a device that was seen after `since`. Returns false when there is none. */
export async function extendDevice(db: Executor, { userId, device, seenAt }: SeenDevice, since: Date): Promise<boolean> {
  const known = await db
    .update(signInDevices)
    .set({ seenAt })
    .where(and(eq(signInDevices.userId, userId), eq(signInDevices.device, device), gt(signInDevices.seenAt, since)))
    .returning({ device: signInDevices.device });
  return known.length > 0;
}

/** Records a device that was not seen after `since`. Of several calls at the same time, exactly one gets true. */
export async function addDevice(db: Executor, seen: SeenDevice, since: Date): Promise<boolean> {
  const { seenAt } = seen;
  const added = await db
    .insert(signInDevices)
    .values(seen)
    .onConflictDoUpdate({
      target: [signInDevices.userId, signInDevices.device],
      set: { seenAt },
      setWhere: lte(signInDevices.seenAt, since),
    })
    .returning({ device: signInDevices.device });
  return added.length > 0;
}

/** Records that a device is in use. */
export async function touchDevice(db: Executor, seen: SeenDevice): Promise<void> {
  const { seenAt } = seen;
  await db
    .insert(signInDevices)
    .values(seen)
    .onConflictDoUpdate({
      target: [signInDevices.userId, signInDevices.device],
      set: { seenAt },
      setWhere: lt(signInDevices.seenAt, seenAt),
    });
}

/** Returns the user agents of the user's sessions that were used after `since`. */
export async function listUserAgents(db: Executor, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.lastSeenAt, since)))
    .limit(200);
  return rows.map(({ userAgent }) => userAgent);
}
