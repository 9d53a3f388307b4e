import { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import type { Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, handles, type JobDefinition, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";

/** Nightly job: enqueues one job per sweeper. */
export const sweepNightly = defineJob({ name: "sweeps.run-nightly", payload: z.object({}), attempts: 3, timeoutMs: 60_000 });
const AT_NIGHT = "17 3 * * *";

/** Limits of one slice. The next job continues at its cursor, so that other jobs run in between. */
export interface SliceLimits {
  ms: number;
  pages: number;
}
const LIMITS: SliceLimits = { ms: 10_000, pages: 100 };
/** Jobs of users have priority 0; lower numbers run first. */
const PRIORITY = { small: 10, large: 20 };

const Slice = z.object({
  /** Position after the last complete page; null at the start. */
  cursor: z.string().nullable(),
  /** Number of entries removed or reported by the slices before. */
  count: z.int(),
});
type SlicePayload = z.output<typeof Slice>;
type SliceJob = JobDefinition<typeof Slice>;

const jobOf = ({ name }: Sweeper): SliceJob => defineJob({ name: `sweeps.${name}`, payload: Slice, attempts: 12, timeoutMs: 30 * 60_000 });

/** Runs pages until the sweep or the slice ends. */
async function runSlice(sweeper: Sweeper, limits: SliceLimits, from: SlicePayload, signal: AbortSignal): Promise<SlicePayload> {
  const endsAt = performance.now() + limits.ms;
  let { cursor, count } = from;
  for (let page = 0; page < limits.pages; page += 1) {
    signal.throwIfAborted();
    const result = await sweeper.run(signal, cursor);
    const swept = typeof result === "number" ? { count: result, next: null } : result;
    cursor = swept.next;
    count += swept.count;
    if (cursor === null || performance.now() > endsAt) break;
  }
  return { cursor, count };
}

type QueuePorts = Pick<Ports, "db" | "jobs" | "log">;

const enqueueSlice = ({ jobs }: QueuePorts, tx: Executor, sweeper: Sweeper, slice: SlicePayload): Promise<void> =>
  // The key contains the cursor: a slice that runs again after an interruption enqueues its successor once.
  jobs.enqueue(tx, jobOf(sweeper), slice, {
    key: `sweeps-${sweeper.name}-${slice.cursor ?? ""}`,
    priority: sweeper.isLarge ? PRIORITY.large : PRIORITY.small,
  });

async function endSlice(ports: QueuePorts, sweeper: Sweeper, slice: SlicePayload): Promise<JobOutcome> {
  if (slice.cursor === null) ports.log.info({ sweeper: sweeper.name, count: slice.count }, "swept");
  else await enqueueSlice(ports, ports.db, sweeper, slice);
  return "done";
}

/** Enqueues the sweepers that are not still at work. One that was given up continues at its cursor. */
async function startAll(ports: QueuePorts, sweepers: readonly Sweeper[]): Promise<JobOutcome> {
  const { db, jobs } = ports;
  for (const sweeper of sweepers) {
    await db.transaction(async (tx) => {
      const [givenUp] = await jobs.takeGivenUp(tx, jobOf(sweeper));
      if ((await jobs.count(tx, jobOf(sweeper))) > 0) return;
      await enqueueSlice(ports, tx, sweeper, givenUp ?? { cursor: null, count: 0 });
    });
  }
  return "done";
}

/** Returns the nightly job and one job per sweeper (ADR 0028). */
export function createSweepJobs(ports: QueuePorts, sweepers: readonly Sweeper[], limits = LIMITS): RegisteredJob[] {
  const ordered = sweepers.toSorted((one, other) => Number(one.isLarge ?? false) - Number(other.isLarge ?? false));
  return [
    handles(sweepNightly, () => startAll(ports, ordered), AT_NIGHT),
    ...ordered.map((sweeper) =>
      handles(jobOf(sweeper), async (slice, signal) => endSlice(ports, sweeper, await runSlice(sweeper, limits, slice, signal))),
    ),
  ];
}
