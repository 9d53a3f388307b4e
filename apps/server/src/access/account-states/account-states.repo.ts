import { eq } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { users } from "../../platform/db/schema/index.ts";

/** State of an account as an administrator set it. */
export interface AccountState {
  /** False for suspended and deleted accounts. */
  isActive: boolean;
  /** The account's own quota in bytes: 0 is unlimited, null is the default of the installation. */
  quotaBytes: number | null;
}

export async function find(db: Executor, userId: string): Promise<AccountState> {
  const [row] = await db.select({ suspendedAt: users.suspendedAt, quotaBytes: users.quotaBytes }).from(users).where(eq(users.id, userId));
  return { isActive: row !== undefined && row.suspendedAt === null, quotaBytes: row?.quotaBytes ?? null };
}
