import type { SweptPage } from "../../../platform/module.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import * as repo from "../queries/counts.repo.ts";
import { foldCounts } from "../items.jobs.ts";
import type { AccessScope } from "../queries/access-scope.plan.ts";

const WORKSPACES_AT_ONCE = 50;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Creates the service for the section counts, which are read from sums (ADR 0009). */
export function createCounts({ db, pool, jobs, log }: Ports) {
  return {
    /** Returns a workspace's counts of accessible items. When there are too many rows, a job compacts them. */
    async count(workspaceId: string, userId: string | null, accessScope: AccessScope | null): Promise<repo.Counts> {
      const { counts, crowded } = await repo.countItems(pool, workspaceId, userId, accessScope);
      if (crowded) await jobs.enqueue(db, foldCounts, { workspaceId }, { key: `fold-counts-${workspaceId}` });
      return counts;
    },

    fold: (workspaceId: string): Promise<number> => repo.foldCounts(db, workspaceId),

    /**
     * Recounts the items of a page of workspaces, corrects wrong counts and compacts them. Returns the number of wrong
     * containers.
     */
    async repair(signal: AbortSignal, cursor: string | null): Promise<SweptPage> {
      const page = await repo.workspacesAfter(db, cursor ?? FIRST_ID, WORKSPACES_AT_ONCE);
      let count = 0;
      for (const workspaceId of page) {
        signal.throwIfAborted();
        const containers = await repo.repairCounts(db, workspaceId);
        if (containers.length > 0)
          log.error({ workspaceId, containers: containers.slice(0, 20) }, "item counts were wrong and are corrected");
        count += containers.length;
        await repo.foldCounts(db, workspaceId);
      }
      return { count, next: page.length === WORKSPACES_AT_ONCE ? (page.at(-1) ?? null) : null };
    },
  };
}

export type CountsService = ReturnType<typeof createCounts>;
