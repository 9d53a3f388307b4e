import type { Client } from "@stillreel/client";
import {
  addReaction,
  createComment,
  deleteComment,
  LIST_LIMIT_MAX,
  listComments,
  listPeople,
  removeReaction,
  updateComment,
} from "@stillreel/contract";
import type { DiscussionApi } from "./discussion.types.ts";

/** Creates the API of a discussion. @param share slug of the visitor's share link */
export function createDiscussionApi(client: Client, itemId: string, share?: string): DiscussionApi {
  const query = share === undefined ? {} : { share };
  const params = { itemId };
  return {
    list: (cursor) => client.call(listComments, { params, query: { ...query, limit: LIST_LIMIT_MAX, ...(cursor ? { cursor } : {}) } }),
    create: (draft) => client.call(createComment, { params, query, body: draft }),
    update: (commentId, body) => client.call(updateComment, { params: { commentId }, query, body }),
    remove: async (commentId, isLeaving = false) => {
      const args = { params: { commentId }, query };
      if (!isLeaving) return void (await client.call(deleteComment, args));
      // The browser aborts a normal request when its page is left.
      await fetch(client.url(deleteComment, args), { method: deleteComment.method, keepalive: true });
    },
    react: async (commentId, emoji) => (await client.call(addReaction, { params: { commentId, emoji }, query })).reactions,
    unreact: async (commentId, emoji) => (await client.call(removeReaction, { params: { commentId, emoji }, query })).reactions,
    people: async (q, signal) => (await client.call(listPeople, { params, query: { ...query, q } }, { signal })).items,
  };
}
