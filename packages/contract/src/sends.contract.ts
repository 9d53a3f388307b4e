import { z } from "zod";
import { Id } from "./common.contract.ts";
import { SEND_DESCRIPTION_MAX, SEND_TEXT_MAX, SEND_TITLE_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Id of a channel, site, project, issue type, board or list at a service. */
const ServiceId = z.string().regex(/^[\w.:-]{1,128}$/u, "This is not an id of the service.");

/** Errors of all requests that reach a service. */
const SERVICE_ERRORS = ["reconnect-needed", "provider-refused", "too-many-requests"] as const;

/** A channel of the connected chat workspace. */
export const ChatChannel = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
  topic: z.string(),
  /** Null when the service does not say it. */
  members: z.int().nullable(),
});

export const listChatChannels = defineRoute({
  id: "slack.listChannels",
  method: "GET",
  path: "/integrations/slack/channels",
  summary: "Channels of the connected chat workspace whose name contains a text: at most 50, those that begin with it first",
  auth: "user",
  query: z.object({
    q: z.string().max(100).optional(),
    /** A channel that is returned first, if it still exists. */
    channelId: ServiceId.optional(),
  }),
  response: z.object({
    items: z.array(ChatChannel),
    /** Number of channels with this text, also those that are not returned. */
    total: z.int(),
  }),
  errors: SERVICE_ERRORS,
});

export const sendChatMessage = defineRoute({
  id: "slack.sendMessage",
  method: "POST",
  path: "/integrations/slack/messages",
  summary: "Send an item to a channel: its link with a text, and the file if wanted",
  auth: "user",
  body: z.object({
    itemId: Id,
    channelId: ServiceId.optional(),
    text: z.string().max(SEND_TEXT_MAX, `At most ${SEND_TEXT_MAX} characters.`).default(""),
    /** Sends the file too. The link is in the message in any case. */
    withFile: z.boolean().default(false),
  }),
  /** Address of the message, or of the file. Null when the service names none. */
  response: z.object({ url: z.string().nullable() }),
  success: 201,
  errors: [...SERVICE_ERRORS, "provider-full", "file-too-large"],
});

export const listTrackerSites = defineRoute({
  id: "jira.listResources",
  method: "GET",
  path: "/integrations/jira/resources",
  summary: "Sites of the connected issue tracker",
  auth: "user",
  response: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  errors: SERVICE_ERRORS,
});

export const listTrackerProjects = defineRoute({
  id: "jira.listProjects",
  method: "GET",
  path: "/integrations/jira/projects",
  summary: "Projects of a site in which the user may create issues: at most 50 whose name or key contains a text",
  auth: "user",
  query: z.object({ resourceId: ServiceId, q: z.string().max(100).optional() }),
  response: z.array(z.object({ id: z.string(), key: z.string(), name: z.string() })),
  errors: SERVICE_ERRORS,
});

export const listIssueTypes = defineRoute({
  id: "jira.listIssueTypes",
  method: "GET",
  path: "/integrations/jira/issue-types",
  summary: "Issue types of a project, without subtasks",
  auth: "user",
  query: z.object({ resourceId: ServiceId, projectId: ServiceId }),
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: SERVICE_ERRORS,
});

/** A field that an issue type requires, besides title, project and type. */
export const IssueField = z.object({
  id: z.string(),
  name: z.string(),
  /** `other`: a field that only the issue tracker's own form can fill. */
  kind: z.enum(["text", "number", "date", "choice", "choices", "words", "other"]),
  /** Choices of `choice` and `choices`. */
  options: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const listIssueFields = defineRoute({
  id: "jira.listFields",
  method: "GET",
  path: "/integrations/jira/fields",
  summary: "Fields that an issue type requires and that have no default value",
  auth: "user",
  query: z.object({ resourceId: ServiceId, projectId: ServiceId, issueTypeId: ServiceId }),
  response: z.array(IssueField),
  errors: SERVICE_ERRORS,
});

/** Title of an issue or card: one line. */
const SendTitle = z
  .string()
  .trim()
  .min(1, "Please enter a title.")
  .max(SEND_TITLE_MAX, `At most ${SEND_TITLE_MAX} characters.`)
  .transform((text) => text.replace(/\s+/gu, " "));
const SendDescription = z.string().max(SEND_DESCRIPTION_MAX, `At most ${SEND_DESCRIPTION_MAX} characters.`).default("");

export const createIssue = defineRoute({
  id: "jira.createIssue",
  method: "POST",
  path: "/integrations/jira/issues",
  summary: "Create an issue from an item, with its link, the facts of the capture, and the image attached",
  auth: "user",
  body: z.object({
    itemId: Id,
    resourceId: ServiceId.optional(),
    projectId: ServiceId.optional(),
    issueTypeId: ServiceId.optional(),
    title: SendTitle,
    description: SendDescription,
    /** Values of required fields by their ids. Choices are ids; `choices` and `words` are lists. */
    fields: z.record(z.string().max(100), z.union([z.string().max(2_000), z.array(z.string().max(200)).max(50)])).default({}),
  }),
  response: z.object({
    key: z.string(),
    url: z.string(),
    /** False when the issue exists, but the service did not accept the file. */
    isAttached: z.boolean(),
  }),
  success: 201,
  errors: SERVICE_ERRORS,
});

export const listCardBoards = defineRoute({
  id: "trello.listBoards",
  method: "GET",
  path: "/integrations/trello/boards",
  summary: "Open boards of the connected card board account",
  auth: "user",
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: SERVICE_ERRORS,
});

export const listBoardLists = defineRoute({
  id: "trello.listLists",
  method: "GET",
  path: "/integrations/trello/lists",
  summary: "Open lists of a board, in their order",
  auth: "user",
  query: z.object({ boardId: ServiceId }),
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: SERVICE_ERRORS,
});

export const createCard = defineRoute({
  id: "trello.createCard",
  method: "POST",
  path: "/integrations/trello/cards",
  summary: "Create a card from an item, with its link and the image attached",
  auth: "user",
  body: z.object({
    itemId: Id,
    boardId: ServiceId.optional(),
    listId: ServiceId.optional(),
    title: SendTitle,
    description: SendDescription,
  }),
  response: z.object({ url: z.string(), isAttached: z.boolean() }),
  success: 201,
  errors: SERVICE_ERRORS,
});
