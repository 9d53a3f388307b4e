import type { likeItem, ServerResult } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { EngagementDeps } from "./engagement.deps.ts";
import * as repo from "./likes.repo.ts";

type LikesDeps = Pick<EngagementDeps, "visits" | "events" | "notifier" | "notifications">;

/** Creates the service for likes of items. */
export function createLikes(ports: Ports, { visits, events, notifier, notifications }: LikesDeps) {
  /** Returns the owner of an item if another user likes it, and the owner may read it. */
  async function noticedBy(itemId: string, likerId: string): Promise<string[]> {
    const ownerId = await repo.findOwner(ports.db, itemId);
    return ownerId === null || ownerId === likerId ? [] : notifications.readersOf(itemId, [ownerId]);
  }

  return {
    /**
     * Adds or removes a like. Repeating it changes nothing.
     * @throws AppError `sign-in-to-like`, `not-found`, `password-required`
     */
    async set(visitor: Visitor, itemId: string, slug: string | undefined, liked: boolean): Promise<ServerResult<typeof likeItem>> {
      const { actor } = visitor;
      // Without a link, a caller who is not signed in gets the same error for every item, so it reveals nothing.
      if (slug === undefined) authorize(actor, "item.like", {});
      const visited = await visits.find(visitor, itemId, slug);
      authorize(actor, "item.like", {});
      if (actor.kind !== "user") throw new AppError("sign-in-to-like");
      const row = { itemId: visited.itemId, userId: actor.id, createdAt: ports.clock.now() };
      const { itemId: likedId, workspaceId } = visited;
      const userIds = liked ? await noticedBy(likedId, actor.id) : [];
      const { isChanged, notified } = await ports.db.transaction(async (tx) => {
        // The item is locked before its dependent rows, in the same order as in deletion.
        if (!(await repo.holdItem(tx, row.itemId))) throw new AppError("not-found");
        if (!liked) return { isChanged: await repo.deleteLike(tx, row.itemId, row.userId), notified: [] };
        if (!(await repo.insertLike(tx, row))) return { isChanged: false, notified: [] };
        const event = { kind: "like", subjectId: likedId, itemId: likedId, workspaceId, actorId: actor.id, userIds } as const;
        return { isChanged: true, notified: await notifier.add(tx, event) };
      });
      notifier.publish(notified);
      if (isChanged) events.publish({ type: "engagement", workspaceId: visited.workspaceId, itemId: visited.itemId });
      return { likes: await repo.countLikes(ports.pool, visited.itemId), likedByMe: liked };
    },
  };
}

export type Likes = ReturnType<typeof createLikes>;
