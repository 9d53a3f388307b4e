import type { Executor } from "../../platform/db/client.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { commentsTimeline } from "./comments.timeline.ts";
import { createChaptersService } from "./chapters.service.ts";
import { createCommentNotices } from "./comments.notices.ts";
import { commentRoutes } from "./comments.routes.ts";
import { type CarriedComment, type CommentsDeps, createCommentsService } from "./comments.service.ts";
import { createMentions } from "./mentions.service.ts";
import { createReactions } from "./reactions.service.ts";

export type { CarriedComment, CommentsDeps } from "./comments.service.ts";

/** Interface of the comments module for other modules. */
export interface Comments extends Module {
  timeline: TimelineFollower;
  /** Returns all comments on these items, oldest first, for takeouts. */
  listForItems(db: Executor, itemIds: readonly string[]): Promise<CarriedComment[]>;
  /**
   * Writes imported comments as the importing user. A foreign author's name is put before the text.
   * A repeated run creates no duplicates, because the caller provides the ids.
   */
  restoreMany(
    tx: Executor,
    item: { id: string; workspaceId: string; userId: string },
    comments: readonly Omit<CarriedComment, "itemId">[],
  ): Promise<void>;
}

/** Creates the module for comments on items and chapters of videos. */
export function createComments(ports: Ports, deps: CommentsDeps): Comments {
  const mentions = createMentions(ports, deps);
  const notices = createCommentNotices(ports, deps);
  const comments = createCommentsService(ports, deps, { mentions, notices });
  const { events, notifier, notifications } = deps;
  const reactions = createReactions(ports, { events, notifier, notifications, commentOf: comments.commentOf });
  const chapters = createChaptersService(ports, deps);
  return {
    listForItems: comments.listForItems,
    restoreMany: comments.restoreMany,
    timeline: commentsTimeline,
    routes: (app) => commentRoutes(app, { comments, mentions, reactions, chapters }),
  };
}
