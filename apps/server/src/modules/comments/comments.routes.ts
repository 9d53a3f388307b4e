import { createComment, deleteComment, listComments, updateChapters, updateComment } from "@stillreel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { implement, signedIn } from "../../http/implement.ts";
import { unlockCookieOf, type Visitor } from "../shares/index.ts";
import type { ChaptersService } from "./chapters.service.ts";
import type { CommentsService } from "./comments.service.ts";

const visitorOf = (request: FastifyRequest, slug: string | undefined): Visitor => ({
  actor: request.actor,
  unlockCookie: slug === undefined ? undefined : unlockCookieOf(request.headers.cookie, slug),
});

/** The routes of comments and chapters. */
export function commentRoutes(app: FastifyInstance, comments: CommentsService, chapters: ChaptersService): void {
  implement(app, listComments, ({ params, query }, { request }) => comments.list(visitorOf(request, query.share), params.itemId, query));
  implement(app, createComment, ({ params, query, body }, { request }) =>
    comments.create(visitorOf(request, query.share), params.itemId, query.share, body),
  );
  implement(app, updateComment, ({ params, query, body }, { request }) =>
    comments.update(visitorOf(request, query.share), params.commentId, query.share, body.text),
  );
  implement(app, deleteComment, async ({ params, query }, { request }) => {
    await comments.remove(visitorOf(request, query.share), params.commentId, query.share);
    return {};
  });
  implement(app, updateChapters, ({ params, body }, { actor }) => chapters.update(signedIn(actor), params.itemId, body));
}
