import type { Ports } from "../../platform/ports/index.ts";

/** Time limit of a probe; afterwards it counts as failed. */
const PROBE_TIMEOUT_MS = 1_800;

/** A dependency of the service. */
export type Part = "database" | "storage" | "queue";
export type Readiness = Record<Part, "ok" | "failed">;

/** Checks database, storage and queue in parallel; never throws and takes at most 2 s. */
export async function checkReadiness({ pool, storage, log }: Ports): Promise<Readiness> {
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
  return Object.fromEntries(answers) as Readiness;
}
