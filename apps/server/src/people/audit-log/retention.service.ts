import { inBatches } from "../../platform/db/batches.ts";
import { addMonths, dropMonths, type MonthlyTable, monthOf } from "../../platform/db/months.ts";
import type { Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./retention.repo.ts";

const AUDIT: MonthlyTable = { table: "audit", by: "at" };

type RetentionPorts = Pick<Ports, "db" | "clock" | "config">;

/**
 * Deletes the entries of months that are older than the retention: whole partitions, and rows of the partitions that have no start. Returns the
 * number of partitions and rows.
 */
async function deleteOld({ db, clock, config }: RetentionPorts, signal: AbortSignal): Promise<number> {
  if (config.AUDIT_MONTHS === 0) return 0;
  const before = monthOf(clock.now(), -config.AUDIT_MONTHS);
  const dropped = await dropMonths(db, AUDIT, before, signal);
  return dropped + (await inBatches(signal, (limit) => repo.deleteBefore(db, before, limit)));
}

/** Creates the sweepers that divide the log by months and apply its retention. */
export const createRetention = (ports: RetentionPorts): Sweeper[] => [
  { name: "add-audit-months", run: (signal) => addMonths(ports.db, AUDIT, ports.clock.now(), signal) },
  { name: "delete-old-audit", run: (signal) => deleteOld(ports, signal) },
];
