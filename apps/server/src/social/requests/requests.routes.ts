import {
  createRequest,
  deleteRequest,
  listRequestedItems,
  listRequests,
  openRequest,
  unlockRequest,
  updateRequest,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { visitorOf } from "../../access/visitors/index.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Answers } from "./answers.service.ts";
import type { OwnRequests } from "./requests.service.ts";

/** Registers the routes of requests: for the users who make them, and for visitors with a link. */
export function requestsRoutes(app: FastifyInstance, own: OwnRequests, answers: Answers): void {
  implement(app, listRequests, { needs: "account.own" }, ({ query }, { actor }) => own.list(signedIn(actor), query));
  implement(app, createRequest, { needs: "folder.add" }, ({ body }, { actor, request }) =>
    own.create({ actor: signedIn(actor), ip: request.ip }, body),
  );
  implement(app, updateRequest, { needs: "account.own" }, ({ params, body }, { actor, request }) =>
    own.update({ actor: signedIn(actor), ip: request.ip }, params.requestId, body),
  );
  implement(app, deleteRequest, { needs: "account.own" }, async ({ params }, { actor, request }) => {
    await own.remove({ actor: signedIn(actor), ip: request.ip }, params.requestId);
    return {};
  });
  implement(app, listRequestedItems, { needs: "account.own" }, ({ params, query }, { actor }) =>
    own.listItems(signedIn(actor), params.requestId, query),
  );
  implement(app, openRequest, { needs: "link.open" }, ({ params }, { request, reply }) => {
    void reply.header("x-robots-tag", "noindex");
    return answers.open(params.slug, visitorOf(request, params.slug));
  });
  implement(app, unlockRequest, { needs: "link.open" }, async ({ params, body }, { request, reply }) => {
    const { opened, cookie } = await answers.unlock(params.slug, body.password, request.ip);
    if (cookie !== null) void reply.header("set-cookie", answers.cookiesOf(params.slug, cookie));
    return opened;
  });
}
