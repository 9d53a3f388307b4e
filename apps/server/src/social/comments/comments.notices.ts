import { isUuid } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { VisitedItem } from "../../library/visits/index.ts";
import type { Notifications } from "../notifications/index.ts";
import { type CommentAt, findAudience } from "./comments.repo.ts";

export interface CommentNoticesDeps {
  notifier: Notifier;
  notifications: Pick<Notifications, "readersOf">;
}

/** A comment that users are notified about. */
export interface NoticedComment {
  id: string;
  actorId: string;
  visited: Pick<VisitedItem, "itemId" | "workspaceId">;
  at: CommentAt | null;
}

/** Users whom a new comment concerns, each once: a mention counts more than an answer, and an answer more than a comment. */
export interface CommentAudience {
  ownerIds: string[];
  answeredIds: string[];
}

/** Creates the part of comments that notifies users. */
export function createCommentNotices({ db }: Pick<Ports, "db">, { notifier, notifications }: CommentNoticesDeps) {
  const add = (tx: Executor, kind: "comment" | "reply", { id, actorId, visited, at }: NoticedComment, userIds: readonly string[]) =>
    notifier.add(tx, {
      kind,
      subjectId: visited.itemId,
      itemId: visited.itemId,
      workspaceId: visited.workspaceId,
      actorId,
      details: { commentIds: [id], ...(typeof at === "number" ? { atS: at } : {}) },
      userIds,
    });

  return {
    /** Finds the users whom a new comment concerns and who may read the item, before its transaction. */
    async audienceOf(
      itemId: string,
      { parentId, mentionedIds, actorId }: { parentId: string | null; mentionedIds: readonly string[]; actorId: string },
    ): Promise<CommentAudience> {
      // A malformed id is refused later, with the error of an unknown comment.
      const { ownerId, answeredIds } = await findAudience(db, itemId, parentId !== null && isUuid(parentId) ? parentId : null);
      const others = [...answeredIds, ...(ownerId === null ? [] : [ownerId])].filter((id) => id !== actorId && !mentionedIds.includes(id));
      const readers = await notifications.readersOf(itemId, others);
      const answered = readers.filter((id) => answeredIds.includes(id));
      return { answeredIds: answered, ownerIds: readers.filter((id) => !answered.includes(id)) };
    },

    /** Notifies the users of a new comment in its transaction. */
    async add(tx: Executor, comment: NoticedComment, { ownerIds, answeredIds }: CommentAudience): Promise<Notified[]> {
      return [...(await add(tx, "reply", comment, answeredIds)), ...(await add(tx, "comment", comment, ownerIds))];
    },

    publish: notifier.publish,
  };
}

export type CommentNotices = ReturnType<typeof createCommentNotices>;
