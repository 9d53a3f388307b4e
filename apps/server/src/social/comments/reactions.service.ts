import { type addReaction, REACTIONS_MAX, type ServerResult } from "@stillreel/contract";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Notifications } from "../notifications/index.ts";
import { factsOf } from "./comments.plan.ts";
import { reactionsOf } from "./comments.present.ts";
import { holdComment } from "./comments.repo.ts";
import type { FoundComment } from "./comments.service.ts";
import * as repo from "./reactions.repo.ts";

export interface ReactionsDeps {
  events: Pick<Events, "publish">;
  notifier: Notifier;
  notifications: Pick<Notifications, "readersOf">;
  /** Returns the comment with its item if the caller may see both. */
  commentOf(visitor: Visitor, commentId: string, slug: string | undefined): Promise<FoundComment>;
}

type Answer = ServerResult<typeof addReaction>;

/** Returns the stored form of an emoji. Forms with and without the variation selector for colour give the same result. */
function retained(emoji: string): string {
  const plain = emoji.replaceAll("\ufe0f", "");
  return [plain, `${plain}\ufe0f`, emoji].find((form) => /^\p{RGI_Emoji}$/v.test(form)) ?? emoji;
}

/** Creates the service for reactions to comments. */
export function createReactions(ports: Ports, { events, notifier, notifications, commentOf }: ReactionsDeps) {
  async function found(visitor: Visitor, commentId: string, slug: string | undefined): Promise<FoundComment & { actor: UserActor }> {
    const { actor } = visitor;
    // Without a link, a caller who is not signed in gets the same error for every item.
    if (actor.kind !== "user" && slug === undefined) throw new AppError("sign-in-to-like");
    const comment = await commentOf(visitor, commentId, slug);
    authorize(actor, "item.react", factsOf(comment.visited));
    if (actor.kind !== "user") throw new AppError("sign-in-to-like");
    return { ...comment, actor };
  }

  async function answer({ row, visited, actor }: Awaited<ReturnType<typeof found>>, isChanged: boolean): Promise<Answer> {
    if (isChanged) events.publish({ type: "engagement", workspaceId: visited.workspaceId, itemId: visited.itemId });
    return { reactions: reactionsOf(await repo.listReactions(ports.pool, [row.id], actor.id)) };
  }

  return {
    /** Adds a reaction. Repeating it changes nothing. @throws AppError `validation-failed` when there are too many kinds */
    async add(visitor: Visitor, commentId: string, slug: string | undefined, emoji: string): Promise<Answer> {
      const comment = await found(visitor, commentId, slug);
      const row = { commentId: comment.row.id, userId: comment.actor.id, emoji: retained(emoji), createdAt: ports.clock.now() };
      const { author_id: authorId } = comment.row;
      const { itemId, workspaceId } = comment.visited;
      const isOther = authorId !== null && authorId !== comment.actor.id;
      const userIds = isOther ? await notifications.readersOf(itemId, [authorId]) : [];
      const { isChanged, notified } = await ports.db.transaction(async (tx) => {
        if (!(await holdComment(tx, row.commentId))) throw new AppError("not-found");
        const kinds = await repo.listKinds(tx, row.commentId);
        if (kinds.length >= REACTIONS_MAX && !kinds.includes(row.emoji))
          throw invalid("emoji", `At most ${REACTIONS_MAX} different reactions.`, "too-many");
        if (!(await repo.insertReaction(tx, row))) return { isChanged: false, notified: [] };
        const details = { emoji: row.emoji };
        const event = { kind: "reaction", subjectId: itemId, itemId, workspaceId, actorId: row.userId, details, userIds } as const;
        return { isChanged: true, notified: await notifier.add(tx, event) };
      });
      notifier.publish(notified);
      return answer(comment, isChanged);
    },

    /** Removes a reaction. Without one, nothing changes. */
    async remove(visitor: Visitor, commentId: string, slug: string | undefined, emoji: string): Promise<Answer> {
      const comment = await found(visitor, commentId, slug);
      return answer(comment, await repo.deleteReaction(ports.db, comment.row.id, comment.actor.id, retained(emoji)));
    },
  };
}

export type ReactionsService = ReturnType<typeof createReactions>;
