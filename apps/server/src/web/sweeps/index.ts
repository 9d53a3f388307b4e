import { z } from "zod";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, handles } from "../../platform/ports/jobs.port.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import { createSweepers } from "./sweeps.service.ts";

export { createSweepers } from "./sweeps.service.ts";

/** Nightly job: deletes remains of crashes and expired data, and reports missing files. */
export const sweepNightly = defineJob({ name: "sweeps.run-nightly", payload: z.object({}), attempts: 3, timeoutMs: 3_600_000 });
const AT_NIGHT = "17 3 * * *";

/** Registers the sweep job. `more`: sweepers of other modules, such as expired uploads. */
export function createSweeps(ports: Ports, more: readonly Sweeper[] = []): Module {
  const sweepers = [...createSweepers(ports), ...more];
  return {
    jobs: [
      handles(
        sweepNightly,
        async (_payload, signal) => {
          const failures: unknown[] = [];
          for (const sweeper of sweepers) {
            signal.throwIfAborted();
            try {
              const count = await sweeper.run(signal);
              ports.log.info({ sweeper: sweeper.name, count }, "swept");
            } catch (error) {
              // An error in one sweeper does not stop the others.
              failures.push(error);
              ports.log.error({ err: error, sweeper: sweeper.name }, "a sweep failed");
            }
          }
          if (failures.length > 0) throw new AggregateError(failures, "Some sweeps failed.");
          return "done";
        },
        AT_NIGHT,
      ),
    ],
  };
}
