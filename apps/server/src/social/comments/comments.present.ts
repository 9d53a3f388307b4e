import type { createComment, ServerResult } from "@stillreel/contract";
import type { Actor } from "../../platform/http/actor.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import { canDeleteComment, canEditComment, type CommentFacts } from "../../access/policies/comments.policy.ts";
import type { CommentRow } from "./comments.repo.ts";
import type { ReactionRow } from "./reactions.repo.ts";

export type PresentedComment = ServerResult<typeof createComment>;

/** What hangs on comments, by the comment's id. */
export interface CommentExtras {
  reactions: ReadonlyMap<string, readonly ReactionRow[]>;
  mentions: ReadonlyMap<string, readonly { id: string; displayName: string }[]>;
}

/** Reactions to one comment as the contract shows them. */
export const reactionsOf = (rows: readonly ReactionRow[]): PresentedComment["reactions"] =>
  rows.map(({ emoji, count, mine }) => ({ emoji, count, mine }));

/** A comment as the contract shows it to this caller. */
export function presentComment(actor: Actor, facts: CommentFacts, row: CommentRow, extras: CommentExtras): PresentedComment {
  return {
    id: row.id,
    itemId: row.item_id,
    text: row.text,
    edited: row.edited_at !== null,
    at: row.at,
    parentId: row.parent_id,
    author: { id: row.author_id ?? "deleted", displayName: row.author_name ?? "", photoURL: avatarUrl(row.author_avatar) },
    createdAt: row.created_at.toISOString(),
    reactions: reactionsOf(extras.reactions.get(row.id) ?? []),
    mentions: (extras.mentions.get(row.id) ?? []).map(({ id, displayName }) => ({ id, displayName })),
    canEdit: canEditComment(actor, facts, row.author_id).ok,
    canDelete: canDeleteComment(actor, facts, row.author_id).ok,
  };
}
