import type { Executor } from "../../platform/db/client.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { createChaptersService } from "./chapters.service.ts";
import { commentRoutes } from "./comments.routes.ts";
import { type CarriedComment, type CommentsDeps, createCommentsService } from "./comments.service.ts";
import { createMentions } from "./mentions.service.ts";
import { createReactions } from "./reactions.service.ts";

export type { CarriedComment, CommentsDeps } from "./comments.service.ts";

/** What other modules may ask of comments. */
export interface Comments extends Module {
  /** All comments of these items, oldest first; for take-outs. */
  listForItems(db: Executor, itemIds: readonly string[]): Promise<CarriedComment[]>;
  /**
   * Writes comments that came with an import, as said by the importing person; a foreign author's name is put before the text.
   * Runs again without doubling: ids are the caller's.
   */
  restoreMany(
    tx: Executor,
    item: { id: string; workspaceId: string; userId: string },
    comments: readonly Omit<CarriedComment, "itemId">[],
  ): Promise<void>;
}

/** Comments on items, and the chapters of videos. */
export function createComments(ports: Ports, deps: CommentsDeps): Comments {
  const mentions = createMentions(ports, deps);
  const comments = createCommentsService(ports, deps, mentions);
  const reactions = createReactions(ports, { events: deps.events, commentOf: comments.commentOf });
  const chapters = createChaptersService(ports, deps);
  return {
    listForItems: comments.listForItems,
    restoreMany: comments.restoreMany,
    routes: (app) => commentRoutes(app, { comments, mentions, reactions, chapters }),
  };
}
