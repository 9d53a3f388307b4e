import { answerAccessRequest, createAccessRequest, getOwnAccessRequest, listAccessRequests, removeLinkGuest } from "@stillreel/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { visitorOf } from "../../access/visitors/index.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { OwnAccessRequests } from "./access-requests.service.ts";
import type { Answers } from "./answers.service.ts";

/** Returns the signed-in caller, with the cookie of an earlier unlock of the link that they name. */
const asker = (request: FastifyRequest, { type, id }: { type: string; id: string }) => ({
  ...visitorOf(request, type === "link" ? id : undefined),
  actor: signedIn(request.actor),
});

/** Registers the routes by which users ask for access, and others answer. */
export function accessRequestRoutes(app: FastifyInstance, own: OwnAccessRequests, answers: Answers): void {
  implement(app, createAccessRequest, { needs: "signed-in" }, ({ body }, { request }) =>
    own.create(asker(request, body), body, request.ip),
  );
  implement(app, getOwnAccessRequest, { needs: "account.own" }, ({ query }, { request }) => own.own(asker(request, query), query));
  implement(app, listAccessRequests, { needs: "access.answer" }, ({ query }, { actor, request }) =>
    answers.list({ actor: signedIn(actor), ip: request.ip }, query),
  );
  implement(app, answerAccessRequest, { needs: "access.answer" }, async ({ params, body }, { actor, request }) => {
    await answers.answer({ actor: signedIn(actor), ip: request.ip }, params.requestId, body.answer);
    return {};
  });
  implement(app, removeLinkGuest, { needs: "access.answer" }, async ({ params, query }, { actor, request }) => {
    await answers.removeGuest({ actor: signedIn(actor), ip: request.ip }, query, params.userId);
    return {};
  });
}
