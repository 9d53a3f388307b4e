import { addMonths, deleteMonths, type MonthlyTable, monthOf } from "../../platform/db/months.ts";
import type { Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";

const AUDIT: MonthlyTable = { table: "audit", by: "at" };

type RetentionPorts = Pick<Ports, "db" | "clock" | "config">;

/** Deletes the entries of months that are older than the retention. Returns the number of partitions and rows. */
async function deleteOld({ db, clock, config }: RetentionPorts, signal: AbortSignal): Promise<number> {
  if (config.AUDIT_MONTHS === 0) return 0;
  return deleteMonths(db, AUDIT, monthOf(clock.now(), -config.AUDIT_MONTHS), signal);
}

/** Creates the sweepers that divide the log by months and apply its retention. */
export const createRetention = (ports: RetentionPorts): Sweeper[] => [
  { name: "add-audit-months", run: (signal) => addMonths(ports.db, AUDIT, ports.clock.now(), signal) },
  { name: "delete-old-audit", run: (signal) => deleteOld(ports, signal) },
];
