import {
  createCard,
  createIssue,
  listBoardLists,
  listCardBoards,
  listChatChannels,
  listIssueFields,
  listIssueTypes,
  listTrackerProjects,
  listTrackerSites,
  sendChatMessage,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { SendsService } from "./sends.service.ts";

/** Registers the ways of an item to a team chat, an issue tracker and a card board. */
export function sendsRoutes(app: FastifyInstance, service: SendsService): void {
  const own = { needs: "account.own" } as const;
  implement(app, listChatChannels, own, ({ query }, { actor }) => service.channels(signedIn(actor), query));
  implement(app, listTrackerSites, own, (_args, { actor }) => service.sites(signedIn(actor)));
  implement(app, listTrackerProjects, own, ({ query: { resourceId, q } }, { actor }) =>
    service.projects(signedIn(actor), resourceId, q ?? ""),
  );
  implement(app, listIssueTypes, own, ({ query: { resourceId, projectId } }, { actor }) =>
    service.types(signedIn(actor), resourceId, projectId),
  );
  implement(app, listIssueFields, own, ({ query: { resourceId, projectId, issueTypeId } }, { actor }) =>
    service.fields(signedIn(actor), resourceId, projectId, issueTypeId),
  );
  implement(app, listCardBoards, own, (_args, { actor }) => service.boards(signedIn(actor)));
  implement(app, listBoardLists, own, ({ query }, { actor }) => service.lists(signedIn(actor), query.boardId));

  const item = { needs: "item.read" } as const;
  implement(app, sendChatMessage, item, ({ body }, { actor, request }) =>
    service.message({ actor: signedIn(actor), ip: request.ip }, body),
  );
  implement(app, createIssue, item, ({ body }, { actor, request }) => service.issue({ actor: signedIn(actor), ip: request.ip }, body));
  implement(app, createCard, item, ({ body }, { actor, request }) => service.card({ actor: signedIn(actor), ip: request.ip }, body));
}
