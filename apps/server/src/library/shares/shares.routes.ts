import { deleteShare, getShare, getShared, unlockShared, updateShare } from "@stillreel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { SharesService } from "./shares.service.ts";
import { type Visitor, unlockCookieOf } from "../../access/visitors/index.ts";

const visitorOf = (request: FastifyRequest, slug: string): Visitor => ({
  actor: request.actor,
  unlockCookie: unlockCookieOf(request.headers.cookie, slug),
});

/** Registers the routes of share links. */
export function sharesRoutes(service: SharesService) {
  return (app: FastifyInstance): void => {
    implement(app, getShare, { needs: "item.write" }, ({ params }, { actor, request }) =>
      service.get(signedIn(actor), params.workspaceId, params.itemId, request.ip),
    );
    implement(app, updateShare, { needs: "item.write" }, ({ params, body }, { actor, request }) =>
      service.update(signedIn(actor), params.workspaceId, params.itemId, body, request.ip),
    );
    implement(app, deleteShare, { needs: "item.write" }, async ({ params }, { actor, request }) => {
      await service.revoke(signedIn(actor), params.workspaceId, params.itemId, request.ip);
      return {};
    });
    implement(app, getShared, { needs: "link.open" }, async ({ params }, { request, reply }) => {
      void reply.header("x-robots-tag", "noindex");
      const { shared, cookie } = await service.shared(params.slug, visitorOf(request, params.slug));
      if (cookie !== null) void reply.header("set-cookie", service.cookiesOf(params.slug, cookie));
      return shared;
    });
    implement(app, unlockShared, { needs: "link.open" }, async ({ params, body }, { request, reply }) => {
      const { shared, cookie } = await service.unlock(params.slug, body.password, visitorOf(request, params.slug), request.ip);
      if (cookie !== null) {
        void reply.header("set-cookie", service.cookiesOf(params.slug, cookie));
      }
      return shared;
    });
  };
}
