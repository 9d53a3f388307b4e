import type { createComment, ServerResult } from "@stillreel/contract";
import type { Actor } from "../../platform/http/actor.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import { canDeleteComment, canEditComment, type CommentFacts } from "../../access/policies/comments.policy.ts";
import type { CommentRow } from "./comments.repo.ts";
import type { ReactionRow } from "./reactions.repo.ts";

export type PresentedComment = ServerResult<typeof createComment>;

/** Reactions and mentions of comments, by comment id. */
export interface CommentExtras {
  reactions: ReadonlyMap<string, readonly ReactionRow[]>;
  mentions: ReadonlyMap<string, readonly { id: string; displayName: string }[]>;
}

/** Converts the reactions to one comment to the contract's form. */
export const reactionsOf = (rows: readonly ReactionRow[]): PresentedComment["reactions"] =>
  rows.map(({ emoji, count, mine }) => ({ emoji, count, mine }));

/** Converts a comment to the contract's form for this caller. */
export function presentComment(actor: Actor, facts: CommentFacts, row: CommentRow, extras: CommentExtras): PresentedComment {
  return {
    id: row.id,
    itemId: row.item_id,
    text: row.text,
    edited: row.edited_at !== null,
    at: row.at,
    isCut: row.is_cut,
    parentId: row.parent_id,
    author: { id: row.author_id ?? "deleted", displayName: row.author_name ?? "", photoURL: avatarUrl(row.author_avatar) },
    createdAt: row.created_at.toISOString(),
    reactions: reactionsOf(extras.reactions.get(row.id) ?? []),
    mentions: (extras.mentions.get(row.id) ?? []).map(({ id, displayName }) => ({ id, displayName })),
    canEdit: canEditComment(actor, facts, row.author_id).ok,
    canDelete: canDeleteComment(actor, facts, row.author_id).ok,
  };
}
