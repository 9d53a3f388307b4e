import { getStatistics, likeItem, recordView, unlikeItem } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { visitorOf } from "../../access/visitors/index.ts";
import type { Likes } from "./likes.service.ts";
import type { Statistics } from "./statistics.service.ts";
import type { Views } from "./views.service.ts";

/** Registers the routes of likes, views and statistics. */
export function engagementRoutes(
  app: FastifyInstance,
  { likes, views, statistics }: { likes: Likes; views: Views; statistics: Statistics },
): void {
  implement(app, likeItem, { needs: "item.like" }, ({ params, query }, { request }) =>
    likes.set(visitorOf(request, query.share), params.itemId, query.share, true),
  );
  implement(app, unlikeItem, { needs: "item.like" }, ({ params, query }, { request }) =>
    likes.set(visitorOf(request, query.share), params.itemId, query.share, false),
  );
  implement(app, recordView, { needs: "item.view" }, ({ params, query, body }, { request }) =>
    views.record(visitorOf(request, query.share), params.itemId, query.share, body, request.ip),
  );
  implement(app, getStatistics, { needs: "item.write" }, ({ params, query }, { actor }) =>
    statistics.get(signedIn(actor), params.itemId, query.days),
  );
}
