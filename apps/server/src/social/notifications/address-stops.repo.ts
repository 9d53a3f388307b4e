import { eq, inArray } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { mailStops } from "../../platform/db/schema/index.ts";

/** Returns those of the addresses that are stored. */
export async function listStored(db: Executor, addressIds: string[]): Promise<string[]> {
  const rows = await db.select({ id: mailStops.addressId }).from(mailStops).where(inArray(mailStops.addressId, addressIds));
  return rows.map(({ id }) => id);
}

/** Stores an address. Returns false when it was stored already. */
export async function insert(tx: Executor, addressId: string, createdAt: Date): Promise<boolean> {
  const { rowCount } = await tx.insert(mailStops).values({ addressId, createdAt }).onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

/** Deletes an address. Returns false when it was not stored. */
export async function remove(tx: Executor, addressId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(mailStops).where(eq(mailStops.addressId, addressId));
  return (rowCount ?? 0) > 0;
}
