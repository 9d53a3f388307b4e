import { isUuid, type listPeople, MENTIONS_MAX, type ServerResult } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { avatarUrl, languageOf } from "../../people/auth/index.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import { findMailedItem } from "../../library/items/index.ts";
import type { VisitedItem, Visits } from "../../library/visits/index.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import { findMailedComments, type Notifications } from "../notifications/index.ts";
import type { CommentAt } from "./comments.repo.ts";
import * as repo from "./mentions.repo.ts";

const PEOPLE_MAX = 20;
/** Rate limit for one user's comments that send mails. */
const MAILED = RATE_RULES["mention-mails"];

export interface MentionsDeps {
  visits: Visits;
  rights: Pick<Rights, "ofEveryMember">;
  shares: Pick<Shares, "bySlug" | "slugOf">;
  outbox: Pick<Outbox, "post">;
  notifier: Notifier;
  notifications: Pick<Notifications, "readersOf" | "unsubscribeUrlOf">;
  limits: RateLimits;
}

/** Data prepared before a comment is written: the requested users who can be mentioned, and a URL of the item for each. */
export interface PreparedMentions {
  people: repo.MentionedRow[];
  /** URL of the item for each user. It is absent for users without access or beyond the mail limit. */
  urls: ReadonlyMap<string, string>;
  /** Users who may read the item. Only these are notified. */
  readerIds: readonly string[];
}

/** The ports and services that the functions of this file use. */
interface Context extends MentionsDeps {
  ports: Ports;
}

/** Returns members of the item's workspace who may not read it. They are excluded even when they commented earlier. */
async function blindTo(
  { ports, rights }: Context,
  { itemId, workspaceId }: Pick<VisitedItem, "itemId" | "workspaceId">,
): Promise<string[]> {
  const folderId = await repo.findFolderId(ports.pool, itemId);
  const everyMember = await rights.ofEveryMember(workspaceId, { itemId, folderId });
  return [...everyMember].flatMap(([userId, { read }]) => (read ? [] : [userId]));
}

/** Returns the URL of the item's public link, or null when there is none. */
async function openAddress({ shares, ports }: Context, itemId: string): Promise<string | null> {
  const slug = await shares.slugOf(itemId);
  if (slug === null) return null;
  const opened = await shares.bySlug(slug, { actor: { kind: "anonymous" }, unlockCookie: undefined });
  return opened.ok ? `${ports.publicUrl()}/s/${slug}` : null;
}

async function urlsFor(
  context: Context,
  actor: UserActor,
  visited: VisitedItem,
  people: readonly repo.MentionedRow[],
): Promise<Map<string, string>> {
  const { limits, ports } = context;
  const others = people.filter(({ id }) => id !== actor.id);
  if (others.length === 0) return new Map();
  const { within } = await limits.hit({ key: `mention-mails:${actor.id}`, rule: MAILED });
  if (!within) return new Map();
  const own = `${ports.publicUrl()}/${visited.type}s/${visited.itemId}`;
  const open = others.some(({ isMember }) => !isMember) ? await openAddress(context, visited.itemId) : null;
  return new Map(others.flatMap(({ id, isMember }): [string, string][] => (isMember ? [[id, own]] : open === null ? [] : [[id, open]])));
}

/** Returns users who can be mentioned, by part of their name. A caller with only a link does not see workspace members. */
async function people(
  context: Context,
  visitor: Visitor,
  itemId: string,
  slug: string | undefined,
  q: string,
): Promise<ServerResult<typeof listPeople>> {
  const { visits, ports } = context;
  const visited = await visits.find(visitor, itemId, slug);
  const { itemId: id, workspaceId, permission } = visited;
  const rows = await repo.listPeople(ports.pool, {
    itemId: id,
    workspaceId,
    withMembers: permission.read,
    q: q.trim(),
    limit: PEOPLE_MAX,
    withoutIds: await blindTo(context, visited),
  });
  return { items: rows.map((row) => ({ id: row.id, displayName: row.displayName, photoURL: avatarUrl(row.avatarBlobId) })) };
}

/** Finds the users whom a comment may mention, before its transaction. Undefined when the request omits mentions. */
async function prepare(
  context: Context,
  actor: UserActor,
  visited: VisitedItem,
  requested: readonly string[] | undefined,
): Promise<PreparedMentions | undefined> {
  const { ports, notifications } = context;
  if (requested === undefined) return undefined;
  const userIds = [...new Set(requested.filter(isUuid))].slice(0, MENTIONS_MAX);
  if (userIds.length === 0) return { people: [], urls: new Map(), readerIds: [] };
  const { itemId, workspaceId, permission } = visited;
  const withoutIds = await blindTo(context, visited);
  const people = await repo.findMentionable(ports.pool, { itemId, workspaceId, withMembers: permission.read, userIds, withoutIds });
  const ids = people.map(({ id }) => id);
  const [urls, readerIds] = await Promise.all([urlsFor(context, actor, visited, people), notifications.readersOf(itemId, ids)]);
  return { people, urls, readerIds };
}

/** A comment whose mentions are stored. */
interface MentioningComment {
  id: string;
  author: string | null;
  at: CommentAt | null;
  visited: VisitedItem;
}

/**
 * Mails mentioned users, in the transaction of the comment. Members read the item itself. Other users read it by its link, and get no
 * picture by a link that limits its views.
 */
async function mailThem(
  { outbox, notifications }: Context,
  tx: Executor,
  { id, visited: { itemId } }: MentioningComment,
  { people, urls, readerIds }: PreparedMentions,
): Promise<void> {
  const item = await findMailedItem(tx, itemId);
  const comments = await findMailedComments(tx, [id]);
  if (!item || comments.length === 0) return;
  for (const { id: userId, email: to, isMember, ...person } of people) {
    const url = urls.get(userId) ?? "";
    const slug = url.split("/").at(-1) ?? "";
    const pictureFor = !readerIds.includes(userId) ? "none" : isMember ? "reader" : { slug };
    const unsubscribeUrl = notifications.unsubscribeUrlOf(userId, "mention");
    await outbox.post(tx, {
      template: "item-mentioned",
      to,
      language: languageOf(person),
      item,
      pictureFor,
      url,
      comments,
      more: 0,
      unsubscribeUrl,
    });
  }
}

/** Stores the mentions of a comment. Notifies and mails the users who were not mentioned in it before, as each of them chose. */
async function apply(context: Context, tx: Executor, comment: MentioningComment, prepared: PreparedMentions): Promise<Notified[]> {
  const { notifier } = context;
  const { people, urls, readerIds } = prepared;
  const added = await repo.setMentions(
    tx,
    comment.id,
    people.map(({ id }) => id),
  );
  const { visited, at } = comment;
  const notified = await notifier.add(tx, {
    kind: "mention",
    subjectId: visited.itemId,
    itemId: visited.itemId,
    workspaceId: visited.workspaceId,
    actorId: comment.author,
    details: typeof at === "number" ? { atS: at } : {},
    // A link with a view limit is mailed, although a list cannot open it without a view.
    userIds: [...new Set([...readerIds, ...urls.keys()])].filter((id) => added.has(id)),
    isMailedByCaller: true,
  });
  const mailable = new Set(notified.filter(({ wantsMail }) => wantsMail).map(({ userId }) => userId));
  const mailed = people.filter(({ id }) => mailable.has(id) && urls.has(id));
  if (mailed.length > 0) await mailThem(context, tx, comment, { people: mailed, urls, readerIds });
  return notified;
}

/** Creates the service for mentions: candidates, current mentions and mails about them. */
export function createMentions(ports: Ports, deps: MentionsDeps) {
  const context: Context = { ports, ...deps };
  return {
    people: people.bind(null, context),
    prepare: prepare.bind(null, context),
    apply: apply.bind(null, context),
  };
}

export type MentionsService = ReturnType<typeof createMentions>;
