import { COMMENT_MAX, type createComment, type listComments, type ServerArgs, type ServerResult } from "@stillreel/contract";
import type { Executor } from "../../db/client.ts";
import { AppError, invalid } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import { authorize, type Actor, type UserActor } from "../../policies/actor.ts";
import { canComment, canDeleteComment, canEditComment, type CommentFacts } from "../../policies/comments.policy.ts";
import { permissionOn } from "../../policies/items.policy.ts";
import type { Events } from "../events/index.ts";
import { decodeCursor, encodeCursor, isUuid, type Items } from "../items/index.ts";
import type { Search } from "../search/index.ts";
import type { Shares, Visitor } from "../shares/index.ts";
import { presentComment, type PresentedComment } from "./comments.present.ts";
import * as repo from "./comments.repo.ts";

export interface CommentsDeps {
  items: Items;
  shares: Shares;
  search: Search;
  events: Events;
}

/** A comment as a take-out carries it. */
export interface CarriedComment {
  id: string;
  itemId: string;
  parentId: string | null;
  text: string;
  at: number | { x: number; y: number } | null;
  authorName: string;
  createdAt: Date;
  editedAt: Date | null;
}

type NewComment = ServerArgs<typeof createComment>["body"];

/** The item under discussion, and what the caller may do there. */
interface Place {
  itemId: string;
  workspaceId: string;
  type: "image" | "video";
  durationS: number | null;
  facts: CommentFacts;
}

const CURSOR = "comments";
/** Rows that one statement writes. */
const BATCH = 500;

export function createCommentsService(ports: Ports, { items, shares, search, events }: CommentsDeps) {
  const seconds = (durationMs: number | null): number | null => (durationMs === null ? null : durationMs / 1000);

  /** The item, for those who may read it by themselves; undefined for others. */
  async function placeOfMember(actor: UserActor, itemId: string): Promise<Place | undefined> {
    try {
      const { row, facts } = await items.readable(actor, itemId);
      return {
        itemId: row.id,
        workspaceId: row.workspace_id,
        type: row.type,
        durationS: seconds(row.duration_ms),
        facts: { isReader: true, isWriter: permissionOn(actor, facts).write, linkAllows: null },
      };
    } catch (error) {
      if (error instanceof AppError && error.code === "not-found") return undefined;
      throw error;
    }
  }

  /** The item, if the caller may see it: by themselves, or by the link of which they know the slug. @throws AppError `not-found`, `password-required`, `unauthenticated` */
  async function placeOf(visitor: Visitor, itemId: string, slug: string | undefined): Promise<Place> {
    const { actor } = visitor;
    const own = actor.kind === "user" ? await placeOfMember(actor, itemId) : undefined;
    if (own) return own;
    if (slug === undefined) throw new AppError(actor.kind === "user" ? "not-found" : "unauthenticated");
    const opened = await shares.bySlug(slug, visitor);
    if (!opened.ok) throw new AppError(opened.code);
    const { row } = opened;
    if (row.item_id !== itemId) throw new AppError("not-found");
    return {
      itemId,
      workspaceId: row.workspace_id,
      type: row.type,
      durationS: seconds(row.duration_ms),
      facts: { isReader: false, isWriter: false, linkAllows: row.allow_comments },
    };
  }

  /** A comment with its place, if the caller may see both. */
  async function commentOf(visitor: Visitor, commentId: string, slug: string | undefined): Promise<{ row: repo.CommentRow; place: Place }> {
    const row = isUuid(commentId) ? await repo.findComment(ports.pool, commentId) : undefined;
    if (!row) throw new AppError("not-found");
    return { row, place: await placeOf(visitor, row.item_id, slug) };
  }

  async function shown(actor: Actor, place: Place, commentId: string): Promise<PresentedComment> {
    const row = await repo.findComment(ports.pool, commentId);
    if (!row) throw new AppError("not-found");
    return presentComment(actor, place.facts, row);
  }

  const tell = (place: Pick<Place, "itemId" | "workspaceId">): void =>
    events.publish({ type: "comments", workspaceId: place.workspaceId, itemId: place.itemId });

  return {
    async list(
      visitor: Visitor,
      itemId: string,
      query: ServerArgs<typeof listComments>["query"],
    ): Promise<ServerResult<typeof listComments>> {
      const place = await placeOf(visitor, itemId, query.share);
      const after = query.cursor === undefined ? null : decodeCursor(CURSOR, true, query.cursor);
      const rows = await repo.listPage(ports.pool, place.itemId, after, query.limit);
      const page = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? page.at(-1) : undefined;
      return {
        items: page.map((row) => presentComment(visitor.actor, place.facts, row)),
        nextCursor: last ? encodeCursor(CURSOR, { key: last.created_at.toISOString(), id: last.id }) : null,
      };
    },

    /** Says something about an item. An answer to an answer hangs on the comment at the top. */
    async create(visitor: Visitor, itemId: string, slug: string | undefined, given: NewComment): Promise<PresentedComment> {
      const { actor } = visitor;
      // Whoever is not signed in learns only that they must be, whatever is behind the address.
      if (actor.kind !== "user") throw new AppError("sign-in-to-comment");
      const place = await placeOf(visitor, itemId, slug);
      authorize(canComment(actor, place.facts));
      assertAt(place, given.at ?? null);
      const id = ports.ids.id();
      const { text } = given;
      const createdAt = ports.clock.now();
      await ports.db.transaction(async (tx) => {
        if (!(await repo.addToCount(tx, place.itemId, 1))) throw new AppError("not-found");
        const parentId = await parentOf(tx, place.itemId, given.parentId ?? null);
        const { workspaceId } = place;
        await repo.insertComments(tx, [
          { id, itemId: place.itemId, workspaceId, authorId: actor.id, parentId, text, at: given.at ?? null, createdAt },
        ]);
        await search.indexComment(tx, { id, itemId: place.itemId, workspaceId, text, createdAt });
      });
      tell(place);
      return shown(actor, place, id);
    },

    async update(visitor: Visitor, commentId: string, slug: string | undefined, text: string): Promise<PresentedComment> {
      const { row, place } = await commentOf(visitor, commentId, slug);
      authorize(canEditComment(visitor.actor, place.facts, row.author_id));
      if (text !== row.text) {
        await ports.db.transaction(async (tx) => {
          const workspaceId = await repo.updateText(tx, row.id, text, ports.clock.now());
          if (workspaceId === undefined) throw new AppError("not-found");
          await search.indexComment(tx, { id: row.id, itemId: place.itemId, workspaceId, text, createdAt: row.created_at });
        });
        tell(place);
      }
      return shown(visitor.actor, place, row.id);
    },

    /** Deletes a comment with the answers to it. */
    async remove(visitor: Visitor, commentId: string, slug: string | undefined): Promise<void> {
      const { row, place } = await commentOf(visitor, commentId, slug);
      authorize(canDeleteComment(visitor.actor, place.facts, row.author_id));
      await ports.db.transaction(async (tx) => {
        if (!(await repo.lockItem(tx, place.itemId))) throw new AppError("not-found");
        const gone = await repo.deleteComment(tx, row.id);
        if (gone === 0) throw new AppError("not-found");
        await repo.addToCount(tx, place.itemId, -gone);
      });
      tell(place);
    },

    async listForItems(db: Executor, itemIds: readonly string[]): Promise<CarriedComment[]> {
      if (itemIds.length === 0) return [];
      const rows = await repo.listForItems(db, itemIds);
      return rows.map((row) => ({ ...row, authorName: row.authorName ?? "" }));
    },

    async restoreMany(
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
          // Answers are one level deep, here as everywhere; what they answered may be missing from a file that somebody changed.
          parentId: parent === undefined || parent === comment ? null : topOf(parent, byId),
          text: (isForeign ? `${comment.authorName}: ${comment.text}` : comment.text).slice(0, COMMENT_MAX),
          at: comment.at,
          createdAt: comment.createdAt,
          editedAt: comment.editedAt,
        };
      });
      // Answers after what they answer.
      const ordered = [...rows.filter((row) => row.parentId === null), ...rows.filter((row) => row.parentId !== null)];
      let written = 0;
      for (let from = 0; from < ordered.length; from += BATCH) {
        const batch = ordered.slice(from, from + BATCH);
        const ids = new Set(await repo.insertComments(tx, batch));
        written += ids.size;
        await search.indexComments(
          tx,
          batch.filter((row) => ids.has(row.id)),
        );
      }
      await repo.addToCount(tx, item.id, written);
    },
  };

  /** A place in a picture is a point, in a video a moment before its end. */
  function assertAt(place: Place, at: repo.CommentAt | null): void {
    if (at === null) return;
    if (place.type === "image" && typeof at === "number") throw invalid("at", "On an image, give a point: { x, y } from 0 to 1.");
    if (place.type === "video" && typeof at !== "number") throw invalid("at", "On a video, give seconds.");
    if (typeof at === "number" && place.durationS !== null && at > place.durationS) throw invalid("at", "The video is not that long.");
  }

  async function parentOf(tx: Executor, itemId: string, parentId: string | null): Promise<string | null> {
    if (parentId === null) return null;
    const top = isUuid(parentId) ? await repo.findTop(tx, itemId, parentId) : undefined;
    if (top === undefined) throw invalid("parentId", "We could not find that comment.", "not-found");
    return top;
  }
}

/** The comment at the top of a line of answers, as far as it can be followed; a circle ends where it began. */
function topOf(
  comment: Pick<CarriedComment, "id" | "parentId">,
  byId: ReadonlyMap<string, Pick<CarriedComment, "id" | "parentId">>,
): string | null {
  const seen = new Set<string>();
  let top = comment;
  while (top.parentId !== null) {
    if (seen.has(top.id)) return null;
    seen.add(top.id);
    const above = byId.get(top.parentId);
    if (!above) break;
    top = above;
  }
  return top.id;
}

export type CommentsService = ReturnType<typeof createCommentsService>;
