import { type createCard, type createIssue, SEND_FILE_BYTES_MAX, type sendChatMessage, type ServerArgs } from "@stillreel/contract";
import type { IntegrationProvider } from "@stillreel/contract";
import type { Auth } from "../../people/auth/index.ts";
import { type Connections, type VendorAccess, VendorError } from "../../people/connections/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { factsOf } from "./capture-facts.ts";
import { documentOf } from "./jira.document.ts";
import type { JiraSender } from "./jira.sender.ts";
import { blobOf, type Outgoing, prepareItem, sendableItem, type SourceDeps } from "./sends.source.ts";
import type { createChannelSearch } from "./slack.channels.ts";
import type { SlackSender } from "./slack.sender.ts";
import { messageText } from "./slack.text.ts";
import { CARD_FILE_BYTES_MAX, type TrelloSender } from "./trello.sender.ts";

const RULE = RATE_RULES.send;
/** Names of the services in the activity log. */
const NAMES = { slack: "Slack", jira: "Jira", trello: "Trello" } as const;
type SendProvider = Extract<IntegrationProvider, keyof typeof NAMES>;

export interface SendsDeps extends Omit<SourceDeps, "ports"> {
  accounts: Pick<Auth["accounts"], "get">;
  connections: Pick<Connections, "withToken">;
  audit: Audit;
  limits: RateLimits;
}

interface Senders {
  slack: SlackSender;
  channels: ReturnType<typeof createChannelSearch>;
  jira: JiraSender;
  trello: TrelloSender;
}

interface Context {
  ports: Ports;
  deps: SendsDeps;
  senders: Senders;
}

/** Who sends, from where. */
interface Sender {
  actor: UserActor;
  ip: string;
}

type Message = ServerArgs<typeof sendChatMessage>["body"];
type Issue = ServerArgs<typeof createIssue>["body"];
type Card = ServerArgs<typeof createCard>["body"];

/** Returns a choice. @throws AppError `validation-failed` without one, with the sentence of the form */
function chosen(value: string | undefined, field: string, message: string): string {
  if (value !== undefined) return value;
  throw new AppError("validation-failed", { message, details: [{ field, code: "required", message }] });
}

const ALL_OPTIONS = "Please select all options.";

/** Prepares an item, runs the work with the user's connection, and records that the item was sent. */
async function send<T>(
  { ports, deps }: Context,
  { actor, ip }: Sender,
  provider: SendProvider,
  itemId: string,
  work: (access: VendorAccess, outgoing: Outgoing) => Promise<T>,
): Promise<T> {
  await deps.limits.take({ key: `send:${actor.id}`, rule: RULE });
  const found = await sendableItem(deps, actor, itemId);
  const result = await deps.connections.withToken(actor.id, provider, async (access) => {
    const outgoing = await prepareItem({ ...deps, ports }, actor, found, ip);
    return { done: await work(access, outgoing), item: outgoing.item };
  });
  const { item, done } = result;
  const details = { service: NAMES[provider], itemId: item.id, title: item.title };
  await deps.audit.record(ports.db, { action: "item.sent", userId: actor.id, workspaceId: item.workspaceId, ip, details });
  return done;
}

async function message(context: Context, sender: Sender, body: Message): Promise<{ url: string | null }> {
  const { deps, senders } = context;
  const channel = chosen(body.channelId, "channelId", "Please select a channel.");
  const { displayName } = await deps.accounts.get(sender.actor.id);
  return send(context, sender, "slack", body.itemId, async (access, { item, link, file }) => {
    const text = messageText({ person: displayName, text: body.text, title: item.title, link });
    if (!body.withFile) return { url: await senders.slack.post(access, channel, text) };
    if (file === null) throw new AppError("not-found", { message: "This item has no file yet. Send the link only." });
    if (file.sizeBytes > SEND_FILE_BYTES_MAX) throw new AppError("file-too-large");
    return { url: await senders.slack.postFile(access, channel, text, file) };
  });
}

/** Attaches the file of an image after the issue or card exists, so a failure is only reported. Videos are sent as links. */
async function attachTo(
  { ports }: Context,
  { item, file }: Outgoing,
  maxBytes: number,
  attach: (file: File) => Promise<void>,
): Promise<boolean> {
  if (item.type !== "image" || file === null) return true;
  if (file.sizeBytes > maxBytes) return false;
  try {
    await attach(new File([await blobOf(ports, file)], file.name, { type: file.mimeType }));
    return true;
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    ports.log.info({ provider: error.provider, code: error.code }, "a file was not attached");
    return false;
  }
}

async function issue(context: Context, sender: Sender, body: Issue): Promise<{ key: string; url: string; isAttached: boolean }> {
  const { jira } = context.senders;
  const siteId = chosen(body.resourceId, "resourceId", ALL_OPTIONS);
  const projectId = chosen(body.projectId, "projectId", ALL_OPTIONS);
  const typeId = chosen(body.issueTypeId, "issueTypeId", ALL_OPTIONS);
  return send(context, sender, "jira", body.itemId, async (access, outgoing) => {
    const document = documentOf(body.description, factsOf(outgoing));
    const made = await jira.create(access, { siteId, projectId, typeId, title: body.title, document, values: body.fields });
    const maxBytes = await jira.attachmentMax(access, siteId).catch(() => 0);
    const isAttached = await attachTo(context, outgoing, maxBytes, (file) => jira.attach(access, siteId, made.key, file));
    return { ...made, isAttached };
  });
}

async function card(context: Context, sender: Sender, body: Card): Promise<{ url: string; isAttached: boolean }> {
  const { trello } = context.senders;
  return send(context, sender, "trello", body.itemId, async (access, outgoing) => {
    const { item, link } = outgoing;
    if (body.boardId === undefined && (await trello.boards(access)).length === 0)
      chosen(undefined, "boardId", "No card-board boards found.");
    chosen(body.boardId, "boardId", ALL_OPTIONS);
    const idList = chosen(body.listId, "listId", ALL_OPTIONS);
    const facts = factsOf(outgoing).map(({ name, value, href }) => `${name}: ${href ?? value}`);
    const desc = [body.description.trim(), facts.join("\n")].filter(Boolean).join("\n\n");
    const made = await trello.create(access, { idList, name: body.title, desc });
    const isLinked = await trello.attachLink(access, made.id, { url: link, name: item.title }).then(
      () => true,
      () => false,
    );
    const isAttached = await attachTo(context, outgoing, CARD_FILE_BYTES_MAX, (file) => trello.attach(access, made.id, file));
    return { url: made.url, isAttached: isLinked && isAttached };
  });
}

/** Creates the service that sends items to a team chat, an issue tracker and a card board. */
export function createSendsService(context: Context) {
  const { deps, senders } = context;
  const using = <T>(actor: UserActor, provider: SendProvider, work: (access: VendorAccess) => Promise<T>): Promise<T> =>
    deps.connections.withToken(actor.id, provider, work);
  return {
    /** Searches the channels of the chat workspace. */
    channels: (actor: UserActor, { q = "", channelId }: { q?: string | undefined; channelId?: string | undefined }) =>
      using(actor, "slack", async (access) => {
        const { channels, total } = await senders.channels.find(actor.id, access, q, channelId);
        const items = channels.map(({ id, name, is_private: isPrivate, topic, num_members: members }) => ({
          id,
          name,
          isPrivate,
          topic: topic?.value ?? "",
          members: members ?? null,
        }));
        return { items, total };
      }),
    sites: (actor: UserActor) => using(actor, "jira", (access) => senders.jira.sites(access)),
    projects: (actor: UserActor, siteId: string, q: string) => using(actor, "jira", (access) => senders.jira.projects(access, siteId, q)),
    types: (actor: UserActor, siteId: string, projectId: string) =>
      using(actor, "jira", (access) => senders.jira.types(access, siteId, projectId)),
    fields: (actor: UserActor, siteId: string, projectId: string, typeId: string) =>
      using(actor, "jira", (access) => senders.jira.fields(access, siteId, projectId, typeId)),
    boards: (actor: UserActor) => using(actor, "trello", (access) => senders.trello.boards(access)),
    lists: (actor: UserActor, boardId: string) => using(actor, "trello", (access) => senders.trello.lists(access, boardId)),

    /** Sends an item to a channel. @throws AppError `not-found`, `validation-failed`, `file-too-large`; VendorError */
    message: (sender: Sender, body: Message) => message(context, sender, body),
    /** Creates an issue from an item. @throws AppError `not-found`, `validation-failed`; VendorError */
    issue: (sender: Sender, body: Issue) => issue(context, sender, body),
    /** Creates a card from an item. @throws AppError `not-found`, `validation-failed`; VendorError */
    card: (sender: Sender, body: Card) => card(context, sender, body),
  };
}

export type SendsService = ReturnType<typeof createSendsService>;
