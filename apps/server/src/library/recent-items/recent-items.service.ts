import { RECENT_ITEMS_MAX } from "@stillreel/contract";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Items, PresentedItem } from "../items/index.ts";
import * as repo from "./recent-items.repo.ts";

/** Functions of the items module that recent items use. */
export interface RecentItemsDeps {
  items: Pick<Items, "facts" | "presentByIds">;
}

/** Number of items that are read, so that some of them may be unreadable or in the trash. */
const READ = 4 * RECENT_ITEMS_MAX;
/** Retention of the records. */
const RETENTION_MS = 90 * 86_400_000;

export type RecentItems = ReturnType<typeof createRecentItemsService>;

/** Creates the service for the items that a user last opened. */
export function createRecentItemsService({ db, pool, clock }: Ports, { items }: RecentItemsDeps) {
  return {
    /** Records that the user opened an item. @throws AppError `not-found` */
    async record(actor: UserActor, itemId: string): Promise<void> {
      const { id } = await items.facts(actor, itemId);
      await repo.record(db, actor.id, id, clock.now());
    },

    /** Returns the items that the user last opened or added and may still read, latest first. */
    async list(actor: UserActor): Promise<PresentedItem[]> {
      const { id: userId, personalWorkspaceId } = actor;
      const ids = await repo.listIds(pool, { userId, personalWorkspaceId }, READ);
      if (ids.length === 0) return [];
      const byId = new Map((await items.presentByIds(actor, ids)).map((item) => [item.id, item]));
      return ids
        .flatMap((id) => byId.get(id) ?? [])
        .filter(({ trash }) => !trash)
        .slice(0, RECENT_ITEMS_MAX);
    },

    /** Deletes old records. Returns their number. */
    sweep: (signal: AbortSignal): Promise<number> => repo.deleteOld(db, new Date(clock.now().getTime() - RETENTION_MS), signal),
  };
}
