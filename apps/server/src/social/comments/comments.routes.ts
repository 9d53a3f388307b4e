import {
  addReaction,
  createComment,
  deleteComment,
  listComments,
  listPeople,
  removeReaction,
  updateChapters,
  updateComment,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import type { ChaptersService } from "./chapters.service.ts";
import type { CommentsService } from "./comments.service.ts";
import type { MentionsService } from "./mentions.service.ts";
import type { ReactionsService } from "./reactions.service.ts";

export interface CommentRoutesDeps {
  comments: CommentsService;
  mentions: MentionsService;
  reactions: ReactionsService;
  chapters: ChaptersService;
}

/** Registers the routes of comments, mentions, reactions and chapters. */
export function commentRoutes(app: FastifyInstance, { comments, mentions, reactions, chapters }: CommentRoutesDeps): void {
  implement(app, listComments, { needs: "item.view" }, ({ params, query }, { request }) =>
    comments.list(visitorOf(request, query.share), params.itemId, query),
  );
  implement(app, createComment, { needs: "comment.write" }, ({ params, query, body }, { request }) =>
    comments.create(visitorOf(request, query.share), params.itemId, query.share, body),
  );
  implement(app, updateComment, { needs: "comment.edit" }, ({ params, query, body }, { request }) =>
    comments.update(visitorOf(request, query.share), params.commentId, query.share, body),
  );
  implement(app, deleteComment, { needs: "comment.delete" }, async ({ params, query }, { request }) => {
    await comments.remove(visitorOf(request, query.share), params.commentId, query.share);
    return {};
  });
  implement(app, listPeople, { needs: "item.read" }, ({ params, query }, { request }) =>
    mentions.people(visitorOf(request, query.share), params.itemId, query.share, query.q),
  );
  implement(app, addReaction, { needs: "item.react" }, ({ params, query }, { request }) =>
    reactions.add(visitorOf(request, query.share), params.commentId, query.share, params.emoji),
  );
  implement(app, removeReaction, { needs: "item.react" }, ({ params, query }, { request }) =>
    reactions.remove(visitorOf(request, query.share), params.commentId, query.share, params.emoji),
  );
  implement(app, updateChapters, { needs: "item.write" }, ({ params, body }, { actor }) =>
    chapters.update(signedIn(actor), params.itemId, body),
  );
}
