import {
  type ClientResult,
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
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

export type ChannelView = ClientResult<typeof listChatChannels>["items"][number];
export type IssueFieldView = ClientResult<typeof listIssueFields>[number];

/** Channels whose name contains a text; the named one is first. */
export const channelsQuery = (q: string, channelId: string | undefined) =>
  queryOptions({
    queryKey: ["sends", "channels", q, channelId] as const,
    queryFn: ({ signal }) => client.call(listChatChannels, { query: { q, channelId } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Sites of the issue tracker. */
export const sitesQuery = queryOptions({
  queryKey: ["sends", "sites"] as const,
  queryFn: ({ signal }) => client.call(listTrackerSites, {}, { signal }),
});

/** Projects of a site. */
export const projectsQuery = (resourceId: string, q: string) =>
  queryOptions({
    queryKey: ["sends", "projects", resourceId, q] as const,
    queryFn: ({ signal }) => client.call(listTrackerProjects, { query: { resourceId, q } }, { signal }),
    enabled: resourceId !== "",
    placeholderData: keepPreviousData,
  });

/** Issue types of a project. */
export const typesQuery = (resourceId: string, projectId: string) =>
  queryOptions({
    queryKey: ["sends", "types", resourceId, projectId] as const,
    queryFn: ({ signal }) => client.call(listIssueTypes, { query: { resourceId, projectId } }, { signal }),
    enabled: resourceId !== "" && projectId !== "",
  });

/** Required fields of an issue type. */
export const fieldsQuery = (resourceId: string, projectId: string, issueTypeId: string) =>
  queryOptions({
    queryKey: ["sends", "fields", resourceId, projectId, issueTypeId] as const,
    queryFn: ({ signal }) => client.call(listIssueFields, { query: { resourceId, projectId, issueTypeId } }, { signal }),
    enabled: resourceId !== "" && projectId !== "" && issueTypeId !== "",
  });

/** Boards of the account. */
export const boardsQuery = queryOptions({
  queryKey: ["sends", "boards"] as const,
  queryFn: ({ signal }) => client.call(listCardBoards, {}, { signal }),
});

/** Lists of a board. */
export const listsQuery = (boardId: string) =>
  queryOptions({
    queryKey: ["sends", "lists", boardId] as const,
    queryFn: ({ signal }) => client.call(listBoardLists, { query: { boardId } }, { signal }),
    enabled: boardId !== "",
  });

const meta = { handles: "all" } as const;

/** Sends an item to a channel. */
export const sendMessage = mutationOptions({
  mutationFn: (body: { itemId: string; channelId: string | undefined; text: string; withFile: boolean }) =>
    client.call(sendChatMessage, { body }),
  meta,
});

/** Creates an issue from an item. */
export const makeIssue = mutationOptions({
  mutationFn: (body: {
    itemId: string;
    resourceId: string | undefined;
    projectId: string | undefined;
    issueTypeId: string | undefined;
    title: string;
    description: string;
    fields: Record<string, string | string[]>;
  }) => client.call(createIssue, { body }),
  meta,
});

/** Creates a card from an item. */
export const makeCard = mutationOptions({
  mutationFn: (body: { itemId: string; boardId: string | undefined; listId: string | undefined; title: string; description: string }) =>
    client.call(createCard, { body }),
  meta,
});
