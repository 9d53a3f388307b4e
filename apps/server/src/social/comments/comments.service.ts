import {
  isUuid,
  COMMENT_MAX,
  type createComment,
  Emoji,
  type listComments,
  REACTIONS_MAX,
  type ServerArgs,
  type ServerResult,
  type updateComment,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Visitor } from "../../access/visitors/index.ts";
import type { Events } from "../../platform/events/index.ts";
import { type Items } from "../../library/items/index.ts";
import type { SearchIndex } from "../../library/search-index/index.ts";
import type { VisitedItem, Visits } from "../../library/visits/index.ts";
import { assertAt, factsOf, topOf } from "./comments.plan.ts";
import { type CommentExtras, presentComment, type PresentedComment } from "./comments.present.ts";
import type { CommentNotices } from "./comments.notices.ts";
import * as repo from "./comments.repo.ts";
import { listMentions } from "./mentions.repo.ts";
import type { MentionsDeps, MentionsService } from "./mentions.service.ts";
import { insertReactions, listReactions, listReactionsForItems } from "./reactions.repo.ts";

export interface CommentsDeps extends MentionsDeps {
  items: Items;
  visits: Visits;
  search: SearchIndex;
  events: Events;
}

/** A comment that the caller may see, with its item. */
export interface FoundComment {
  row: repo.CommentRow;
  visited: VisitedItem;
}

/** A comment in a takeout. */
export interface CarriedComment {
  id: string;
  itemId: string;
  parentId: string | null;
  text: string;
  at: number | { x: number; y: number } | null;
  authorName: string;
  createdAt: Date;
  editedAt: Date | null;
  /** Reactions by emoji, with the names of the users who reacted. */
  reactions: { emoji: string; by: string[] }[];
}

type NewComment = ServerArgs<typeof createComment>["body"];

type Edit = ServerArgs<typeof updateComment>["body"];

const CURSOR = "comments";
/** Maximum number of rows per insert statement. */
const BATCH = 500;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<CommentsDeps, "visits" | "events" | "search"> {
  ports: Ports;
  mentions: MentionsService;
  notices: CommentNotices;
}

/** Returns a comment with its item if the caller may see both. */
async function commentOf({ ports, visits }: Context, visitor: Visitor, commentId: string, slug: string | undefined): Promise<FoundComment> {
  const row = isUuid(commentId) ? await repo.findComment(ports.pool, commentId) : undefined;
  if (!row) throw new AppError("not-found");
  return { row, visited: await visits.find(visitor, row.item_id, slug) };
}

/** Reads reactions and mentions of these comments, with one statement each. */
async function extrasOf({ ports }: Context, actor: Actor, commentIds: readonly string[]): Promise<CommentExtras> {
  if (commentIds.length === 0) return { reactions: new Map(), mentions: new Map() };
  const [reactions, named] = await Promise.all([
    listReactions(ports.pool, commentIds, actor.kind === "user" ? actor.id : null),
    listMentions(ports.pool, commentIds),
  ]);
  return {
    reactions: Map.groupBy(reactions, ({ commentId }) => commentId),
    mentions: Map.groupBy(named, ({ commentId }) => commentId),
  };
}

async function shown(context: Context, actor: Actor, visited: VisitedItem, commentId: string): Promise<PresentedComment> {
  const { ports } = context;
  const [row, extras] = await Promise.all([repo.findComment(ports.pool, commentId), extrasOf(context, actor, [commentId])]);
  if (!row) throw new AppError("not-found");
  return presentComment(actor, factsOf(visited), row, extras);
}

const notify = ({ events }: Context, visited: Pick<VisitedItem, "itemId" | "workspaceId">): void =>
  events.publish({ type: "comments", workspaceId: visited.workspaceId, itemId: visited.itemId });

async function parentOf(tx: Executor, itemId: string, parentId: string | null): Promise<string | null> {
  if (parentId === null) return null;
  const top = isUuid(parentId) ? await repo.findTop(tx, itemId, parentId) : undefined;
  if (top === undefined) throw invalid("parentId", "We could not find that comment.", "not-found");
  return top;
}

async function list(
  context: Context,
  visitor: Visitor,
  itemId: string,
  query: ServerArgs<typeof listComments>["query"],
): Promise<ServerResult<typeof listComments>> {
  const { visits, ports } = context;
  const visited = await visits.find(visitor, itemId, query.share);
  const after = query.cursor === undefined ? null : decodeCursor(CURSOR, true, query.cursor);
  const rows = await repo.listPage(ports.pool, visited.itemId, after, query.limit);
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  const extras = await extrasOf(
    context,
    visitor.actor,
    page.map(({ id }) => id),
  );
  return {
    items: page.map((row) => presentComment(visitor.actor, factsOf(visited), row, extras)),
    nextCursor: last ? encodeCursor(CURSOR, { key: last.created_at.toISOString(), id: last.id }) : null,
  };
}

/** Creates a comment on an item. A reply to a reply is attached to the top-level comment. */
async function create(
  context: Context,
  visitor: Visitor,
  itemId: string,
  slug: string | undefined,
  given: NewComment,
): Promise<PresentedComment> {
  const { visits, ports, mentions, notices, search } = context;
  const { actor } = visitor;
  // A caller who is not signed in gets the same error for every address, so it reveals nothing about the item.
  if (actor.kind !== "user") throw new AppError("sign-in-to-comment");
  const visited = await visits.find(visitor, itemId, slug);
  authorize(actor, "comment.write", factsOf(visited));
  assertAt(visited, given.at ?? null);
  const id = ports.ids.id();
  const named = await mentions.prepare(actor, visited, given.mentions ?? []);
  const { text, at = null } = given;
  const createdAt = ports.clock.now();
  const mentionedIds = named?.people.map((person) => person.id) ?? [];
  const audience = await notices.audienceOf(visited.itemId, { parentId: given.parentId ?? null, mentionedIds, actorId: actor.id });
  const notified = await ports.db.transaction(async (tx) => {
    if (!(await repo.addToCount(tx, visited.itemId, 1))) throw new AppError("not-found");
    const parentId = await parentOf(tx, visited.itemId, given.parentId ?? null);
    const { workspaceId } = visited;
    await repo.insertComments(tx, [{ id, itemId: visited.itemId, workspaceId, authorId: actor.id, parentId, text, at, createdAt }]);
    await search.indexComment(tx, { id, itemId: visited.itemId, workspaceId, text, createdAt });
    const mentioned = named && named.people.length > 0 ? await mentions.apply(tx, { id, author: actor.id, at, visited }, named) : [];
    return [...mentioned, ...(await notices.add(tx, { id, actorId: actor.id, visited, at }, audience))];
  });
  notify(context, visited);
  notices.publish(notified);
  return shown(context, actor, visited, id);
}

/** Changes a comment. Its mentions stay unchanged when the request omits them. */
async function update(
  context: Context,
  visitor: Visitor,
  commentId: string,
  slug: string | undefined,
  { text, mentions: requested }: Edit,
): Promise<PresentedComment> {
  const { mentions, notices, ports, search } = context;
  const { actor } = visitor;
  const { row, visited } = await commentOf(context, visitor, commentId, slug);
  authorize(actor, "comment.edit", { ...factsOf(visited), authorId: row.author_id });
  const named = actor.kind === "user" ? await mentions.prepare(actor, visited, requested) : undefined;
  if (text !== row.text || named) {
    const notified = await ports.db.transaction(async (tx) => {
      if (text !== row.text) {
        const workspaceId = await repo.updateText(tx, row.id, text, ports.clock.now());
        if (workspaceId === undefined) throw new AppError("not-found");
        await search.indexComment(tx, { id: row.id, itemId: visited.itemId, workspaceId, text, createdAt: row.created_at });
      } else if (!(await repo.holdComment(tx, row.id))) throw new AppError("not-found");
      return named ? mentions.apply(tx, { id: row.id, author: row.author_id, at: row.at, visited }, named) : [];
    });
    notify(context, visited);
    notices.publish(notified);
  }
  return shown(context, actor, visited, row.id);
}

/** Deletes a comment and its replies. */
async function remove(context: Context, visitor: Visitor, commentId: string, slug: string | undefined): Promise<void> {
  const { ports } = context;
  const { row, visited } = await commentOf(context, visitor, commentId, slug);
  authorize(visitor.actor, "comment.delete", { ...factsOf(visited), authorId: row.author_id });
  await ports.db.transaction(async (tx) => {
    if (!(await repo.lockItem(tx, visited.itemId))) throw new AppError("not-found");
    const gone = await repo.deleteComment(tx, row.id);
    if (gone === 0) throw new AppError("not-found");
    await repo.addToCount(tx, visited.itemId, -gone);
  });
  notify(context, visited);
}

async function listForItems(db: Executor, itemIds: readonly string[]): Promise<CarriedComment[]> {
  if (itemIds.length === 0) return [];
  const [rows, reactions] = [await repo.listForItems(db, itemIds), await listReactionsForItems(db, itemIds)];
  const byComment = Map.groupBy(reactions, ({ commentId }) => commentId);
  return rows.map((row) => ({
    ...row,
    authorName: row.authorName ?? "",
    reactions: (byComment.get(row.id) ?? []).map(({ emoji, by }) => ({ emoji, by })),
  }));
}

async function restoreMany(
  { search }: Context,
  tx: Executor,
  item: { id: string; workspaceId: string; userId: string },
  carried: readonly Omit<CarriedComment, "itemId">[],
): Promise<void> {
  if (carried.length === 0 || !(await repo.lockItem(tx, item.id))) return;
  const name = await repo.findName(tx, item.userId);
  const byId = new Map(carried.map((comment) => [comment.id, comment]));
  const rows = carried.map((comment) => {
    const parent = comment.parentId === null ? undefined : byId.get(comment.parentId);
    const isForeign = comment.authorName !== "" && comment.authorName !== name;
    return {
      id: comment.id,
      itemId: item.id,
      workspaceId: item.workspaceId,
      authorId: item.userId,
      // Replies are one level deep, as everywhere. The parent may be missing if the archive was edited.
      parentId: parent === undefined || parent === comment ? null : topOf(parent, byId),
      text: (isForeign ? `${comment.authorName}: ${comment.text}` : comment.text).slice(0, COMMENT_MAX),
      at: comment.at,
      createdAt: comment.createdAt,
      editedAt: comment.editedAt,
    };
  });
  // Replies are inserted after their parents.
  const ordered = [...rows.filter((row) => row.parentId === null), ...rows.filter((row) => row.parentId !== null)];
  let written = 0;
  for (let from = 0; from < ordered.length; from += BATCH) {
    const batch = ordered.slice(from, from + BATCH);
    const ids = new Set(await repo.insertComments(tx, batch));
    written += ids.size;
    await insertReactions(
      tx,
      carried.filter(({ id }) => ids.has(id)).flatMap((comment) => ownReactions(comment, item.userId, name)),
    );
    await search.indexComments(
      tx,
      batch.filter((row) => ids.has(row.id)),
    );
  }
  await repo.addToCount(tx, item.id, written);
}

export function createCommentsService(
  ports: Ports,
  { visits, search, events }: CommentsDeps,
  { mentions, notices }: { mentions: MentionsService; notices: CommentNotices },
) {
  const context: Context = { ports, visits, events, mentions, notices, search };
  return {
    commentOf: commentOf.bind(null, context),
    list: list.bind(null, context),
    create: create.bind(null, context),
    update: update.bind(null, context),
    remove: remove.bind(null, context),
    listForItems,
    restoreMany: restoreMany.bind(null, context),
  };
}

/** Returns only the importing user's own reactions from an archive, because a user cannot react for other users. */
function ownReactions({ id, reactions, createdAt }: Omit<CarriedComment, "itemId">, userId: string, name: string | undefined) {
  return reactions
    .filter(({ emoji, by }) => name !== undefined && by.includes(name) && Emoji.safeParse(emoji).success)
    .slice(0, REACTIONS_MAX)
    .map(({ emoji }) => ({ commentId: id, userId, emoji, createdAt }));
}

export type CommentsService = ReturnType<typeof createCommentsService>;
