import type { Executor } from "../db/client.ts";
import { audit } from "../db/schema/index.ts";

export async function insert(executor: Executor, row: typeof audit.$inferInsert): Promise<void> {
  await executor.insert(audit).values(row);
}
