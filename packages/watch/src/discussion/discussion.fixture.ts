import { vi } from "vitest";
import type { Comment } from "../core/index.ts";
import { createWatchTexts } from "../texts.ts";
import type { DiscussionApi, Draft } from "./discussion.types.ts";

/** The user of the tests. */
export const MIRA = { id: "mira", displayName: "Mira Halvorsen", photoURL: null };
const LEILA = { id: "leila", displayName: "Leila Haddad", photoURL: null };
/** The texts of a discussion in English. */
export const texts = createWatchTexts("en", "ltr");

/** Returns a comment by another user. */
export const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  itemId: "v",
  text: `Text of ${id}`,
  edited: false,
  isCut: false,
  at: null,
  parentId: null,
  author: LEILA,
  createdAt: "2026-11-21T12:00:00.000Z",
  reactions: [],
  mentions: [],
  canEdit: false,
  canDelete: false,
  ...more,
});

/** A server double with comments, limited to the calls of a discussion. */
export function serverWith(first: Comment[], pageSize = 200) {
  const state = { comments: first, made: 0 };
  const api = {
    list: vi.fn(async (cursor: string | null) => {
      const start = Number(cursor ?? 0);
      const end = start + pageSize;
      return { items: state.comments.slice(start, end), nextCursor: end < state.comments.length ? String(end) : null };
    }),
    create: vi.fn(async (draft: Draft) => {
      const made = comment(`new-${(state.made += 1)}`, { ...draft, author: MIRA, mentions: [], canEdit: true, canDelete: true });
      state.comments = [...state.comments, made];
      return made;
    }),
    update: vi.fn(async (id: string, change: Pick<Draft, "text" | "mentions">) => {
      const before = state.comments.find((one) => one.id === id) ?? comment(id);
      const after = { ...before, text: change.text, edited: true };
      state.comments = state.comments.map((one) => (one.id === id ? after : one));
      return after;
    }),
    remove: vi.fn(async (id: string) => {
      state.comments = state.comments.filter((one) => one.id !== id && one.parentId !== id);
    }),
    react: vi.fn(async (_id: string, emoji: string) => [{ emoji, count: 1, mine: true }]),
    unreact: vi.fn(async () => []),
    people: vi.fn(async () => [LEILA, MIRA]),
  } satisfies DiscussionApi;
  return { api, state };
}
