import type { Comment } from "../core/index.ts";
import type { DiscussionData } from "./discussion-data.ts";
import type { DiscussionApi, DiscussionStore, Draft, Person, Reaction } from "./discussion.types.ts";

/** Prefix of the ids of comments without a response of the server. */
const SENDING = "sending-";
/** Returns whether a comment is still being sent. */
export const isSending = (comment: Comment): boolean => comment.id.startsWith(SENDING);

/** Creates the part of a store that writes comments and reactions. A failed change is reverted. */
export function createCommentWriter(
  data: DiscussionData,
  api: DiscussionApi,
): Pick<DiscussionStore, "create" | "update" | "toggleReaction"> {
  let sendings = 0;

  async function create(draft: Draft, author: Person): Promise<Comment> {
    const provisional = provisionalOf(`${SENDING}${(sendings += 1)}`, draft, author);
    data.addSending(provisional);
    try {
      const comment = await api.create(draft);
      data.dropSending(provisional);
      data.put(comment);
      return comment;
    } catch (error) {
      data.dropSending(provisional);
      data.show();
      throw error;
    }
  }

  async function update(commentId: string, change: Pick<Draft, "text" | "mentions">): Promise<void> {
    const before = data.find(commentId);
    if (before) data.put({ ...before, text: change.text, edited: true });
    try {
      data.put(await api.update(commentId, change));
    } catch (error) {
      if (before) data.put(before);
      throw error;
    }
  }

  const setReactions = (commentId: string, reactions: Reaction[]): void => {
    const comment = data.find(commentId);
    if (comment) data.put({ ...comment, reactions });
  };

  async function toggleReaction(commentId: string, emoji: string): Promise<void> {
    const before = data.find(commentId)?.reactions;
    if (!before) return;
    const isMine = before.some((reaction) => reaction.emoji === emoji && reaction.mine);
    setReactions(commentId, toggled(before, emoji));
    try {
      setReactions(commentId, await (isMine ? api.unreact(commentId, emoji) : api.react(commentId, emoji)));
    } catch (error) {
      setReactions(commentId, before);
      throw error;
    }
  }

  return { create, update, toggleReaction };
}

function provisionalOf(id: string, draft: Draft, author: Person): Comment {
  return {
    id,
    itemId: "",
    text: draft.text,
    edited: false,
    isCut: false,
    at: draft.at,
    parentId: draft.parentId,
    author,
    createdAt: new Date().toISOString(),
    reactions: [],
    mentions: [],
    canEdit: false,
    canDelete: false,
  };
}

/** Returns the reactions with the user's one added or removed. */
function toggled(reactions: readonly Reaction[], emoji: string): Reaction[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if (!known) return [...reactions, { emoji, count: 1, mine: true }];
  const next = { emoji, count: known.count + (known.mine ? -1 : 1), mine: !known.mine };
  return reactions.map((reaction) => (reaction === known ? next : reaction)).filter((reaction) => reaction.count > 0);
}
