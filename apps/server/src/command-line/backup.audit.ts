import { createAudit } from "../platform/audit/index.ts";
import { createDatabase } from "../platform/db/client.ts";
import type { DatabasePool } from "../platform/db/pool.ts";
import { systemClock } from "../platform/ports/clock.port.ts";
import { randomIds } from "../platform/ports/ids.port.ts";
import { COMMAND_LINE } from "./command.ts";

/** Adds a backup, or its restoration, to the audit log of the installation. */
export async function recordBackup(
  pool: DatabasePool,
  action: "backup.created" | "backup.restored",
  details: Record<string, unknown>,
): Promise<void> {
  const audit = createAudit({ ids: randomIds, clock: systemClock });
  await audit.record(createDatabase(pool), { action, userId: null, ip: COMMAND_LINE.ip, details });
}
