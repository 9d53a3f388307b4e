import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { Problem } from "./problems.service.ts";

/** Time limit of a probe; afterwards it counts as failed. */
const PROBE_TIMEOUT_MS = 1_800;

/** A dependency of the service. */
export type Part = "database" | "storage" | "queue";
export type Readiness = Record<Part, "ok" | "failed">;

/** What to do about a part that failed. A store names its own reason. */
const REMEDIES: Record<Part, string> = {
  database: "The database does not answer. Start it, or correct DATABASE_URL.",
  storage: "The store of STORAGE_URL does not answer. Start it, or correct its address.",
  queue: "The queue of jobs cannot be read. Restart the server, which creates its tables.",
};

/** Checks database, storage and queue in parallel; never throws and takes at most 2 s. */
export async function checkReadiness({ pool, storage, log }: Ports): Promise<{ parts: Readiness; problems: Problem[] }> {
  const problems: Problem[] = [];
  const probe = async (part: Part, ask: () => Promise<unknown>): Promise<[Part, "ok" | "failed"]> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer in ${PROBE_TIMEOUT_MS} ms.`)), PROBE_TIMEOUT_MS);
    });
    try {
      await Promise.race([ask(), late]);
      return [part, "ok"];
    } catch (error) {
      log.warn({ part, err: error }, "not ready");
      problems.push({ part, message: error instanceof StorageError ? error.message : REMEDIES[part] });
      return [part, "failed"];
    } finally {
      clearTimeout(timer);
    }
  };
  const answers = await Promise.all([
    probe("database", () => pool.query("select 1")),
    probe("storage", () => storage.check()),
    probe("queue", () => pool.query("select 1 from graphile_worker.jobs limit 1")),
  ]);
  return { parts: Object.fromEntries(answers) as Readiness, problems };
}
