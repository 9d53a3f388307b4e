import { useEffect, useState, useSyncExternalStore } from "react";
import type { Comment } from "../core/index.ts";
import type { DiscussionApi, DiscussionState, DiscussionStore, Draft, Person, Reaction } from "./discussion.types.ts";

/** Time in which a deletion can be undone, in milliseconds. */
export const UNDO_MS = 10_000;

const EMPTY: DiscussionState = {
  status: "loading",
  comments: [],
  hasMore: false,
  isLoadingMore: false,
  removed: new Set(),
  pointed: null,
  newPoint: null,
  isPlacing: false,
  writeAsked: 0,
  showAsked: 0,
};

/** Prefix of the ids of comments without a response of the server. */
const SENDING = "sending-";
/** Returns whether a comment is still being sent. */
export const isSending = (comment: Comment): boolean => comment.id.startsWith(SENDING);

/**
 * Creates the store of an item's comments, for list, timeline and image. The first `refresh` loads them.
 * @param onFailure called when an optimistic change failed, after it was reverted
 */
export function createDiscussionStore(api: DiscussionApi, onFailure: (error: unknown) => void = () => {}): DiscussionStore {
  let state = EMPTY;
  /** Comments from the server, and changes that were not sent yet. */
  let known: readonly Comment[] = [];
  let sending: readonly Comment[] = [];
  let sendings = 0;
  let cursor: string | null = null;
  let reading: Promise<void> | null = null;
  let readAgain = false;
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function set(change: Partial<DiscussionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  const show = (change: Partial<DiscussionState> = {}): void => set({ ...change, comments: [...known, ...sending] });
  const put = (comment: Comment): void => {
    const isKnown = known.some(({ id }) => id === comment.id);
    known = isKnown ? known.map((old) => (old.id === comment.id ? comment : old)) : [...known, comment];
    show();
  };
  const find = (commentId: string): Comment | undefined => known.find(({ id }) => id === commentId);

  /** Reads at least as many comments as are shown, from the start. */
  async function read(): Promise<void> {
    const comments: Comment[] = [];
    let next: string | null = null;
    do {
      // Each page begins where the one before ended.
      // oxlint-disable-next-line no-await-in-loop -- the requests must be sent in order
      const page = await api.list(next);
      comments.push(...page.items);
      next = page.nextCursor;
    } while (next !== null && comments.length < known.length);
    cursor = next;
    known = comments;
    show({ status: "ready", hasMore: next !== null });
  }

  async function refresh(): Promise<void> {
    if (reading) {
      // Comments that are created during the read may be missing in its result.
      readAgain = true;
      return reading;
    }
    reading = read()
      // Shown comments remain when they cannot be read for now.
      .catch(() => (state.status === "ready" ? undefined : set({ status: "failed" })))
      .finally(() => {
        reading = null;
      });
    await reading;
    if (!readAgain) return;
    readAgain = false;
    await refresh();
  }

  async function loadMore(): Promise<void> {
    if (cursor === null || state.isLoadingMore) return;
    set({ isLoadingMore: true });
    try {
      const page = await api.list(cursor);
      cursor = page.nextCursor;
      // The user's newest comments are already there.
      const ids = new Set(page.items.map(({ id }) => id));
      known = [...known.filter(({ id }) => !ids.has(id)), ...page.items];
      show({ hasMore: cursor !== null });
    } catch (error) {
      onFailure(error);
    } finally {
      set({ isLoadingMore: false });
    }
  }

  async function create(draft: Draft, author: Person): Promise<Comment> {
    const provisional = provisionalOf(`${SENDING}${(sendings += 1)}`, draft, author);
    sending = [...sending, provisional];
    show();
    try {
      const comment = await api.create(draft);
      sending = sending.filter((other) => other !== provisional);
      put(comment);
      return comment;
    } catch (error) {
      sending = sending.filter((other) => other !== provisional);
      show();
      throw error;
    }
  }

  async function update(commentId: string, change: Pick<Draft, "text" | "mentions">): Promise<void> {
    const before = find(commentId);
    if (before) put({ ...before, text: change.text, edited: true });
    try {
      put(await api.update(commentId, change));
    } catch (error) {
      if (before) put(before);
      throw error;
    }
  }

  function setRemoved(commentId: string, isRemoved: boolean): void {
    const removed = new Set(state.removed);
    if (isRemoved) removed.add(commentId);
    else removed.delete(commentId);
    set({ removed });
  }

  function remove(commentId: string): void {
    setRemoved(commentId, true);
    timers.set(
      commentId,
      setTimeout(() => void send(commentId, false), UNDO_MS),
    );
  }

  function undoRemove(commentId: string): void {
    if (!timers.has(commentId)) return;
    clearTimeout(timers.get(commentId));
    timers.delete(commentId);
    setRemoved(commentId, false);
  }

  async function send(commentId: string, isLeaving: boolean): Promise<void> {
    clearTimeout(timers.get(commentId));
    timers.delete(commentId);
    try {
      await api.remove(commentId, isLeaving);
      known = known.filter(({ id, parentId }) => id !== commentId && parentId !== commentId);
      show();
    } catch (error) {
      onFailure(error);
    }
    setRemoved(commentId, false);
  }

  const setReactions = (commentId: string, reactions: Reaction[]): void => {
    const comment = find(commentId);
    if (comment) put({ ...comment, reactions });
  };

  async function toggleReaction(commentId: string, emoji: string): Promise<void> {
    const before = find(commentId)?.reactions;
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

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    loadMore,
    create,
    update,
    remove,
    undoRemove,
    toggleReaction,
    people: (query, signal) => api.people(query, signal),
    point: (pointed) => {
      if (pointed !== state.pointed) set({ pointed });
    },
    show: (commentId) => set({ pointed: commentId, showAsked: state.showAsked + 1 }),
    setNewPoint: (newPoint) => set({ newPoint, isPlacing: false }),
    setPlacing: (isPlacing) => set({ isPlacing }),
    askToWrite: () => set({ writeAsked: state.writeAsked + 1 }),
    settle: (isLeaving = false) => {
      for (const commentId of timers.keys()) void send(commentId, isLeaving);
    },
  };
}

function provisionalOf(id: string, draft: Draft, author: Person): Comment {
  return {
    id,
    itemId: "",
    text: draft.text,
    edited: false,
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
export function toggled(reactions: readonly Reaction[], emoji: string): Reaction[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if (!known) return [...reactions, { emoji, count: 1, mine: true }];
  const next = { emoji, count: known.count + (known.mine ? -1 : 1), mine: !known.mine };
  return reactions.map((reaction) => (reaction === known ? next : reaction)).filter((reaction) => reaction.count > 0);
}

/**
 * Creates a store for the lifetime of the page. It reads the comments immediately, and again on every event of `subscribe`.
 * `api` and `subscribe` must have a stable identity between renders.
 */
export function useDiscussionStore(
  api: DiscussionApi,
  subscribe?: (onChange: () => void) => () => void,
  onFailure?: (error: unknown) => void,
): DiscussionStore {
  const [store] = useState(() => createDiscussionStore(api, onFailure));
  useEffect(() => {
    void store.refresh();
    const stop = subscribe?.(() => void store.refresh());
    const leave = (): void => store.settle(true);
    addEventListener("pagehide", leave);
    return () => {
      stop?.();
      removeEventListener("pagehide", leave);
      store.settle();
    };
  }, [store, subscribe]);
  return store;
}

/** Returns the state of a store and renders on changes. */
export const useDiscussion = (store: DiscussionStore): DiscussionState => useSyncExternalStore(store.subscribe, store.getState);
