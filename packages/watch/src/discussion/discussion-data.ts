import type { Comment } from "../core/index.ts";
import type { DiscussionState } from "./discussion.types.ts";

const EMPTY: DiscussionState = {
  status: "loading",
  comments: [],
  hasMore: false,
  isLoadingMore: false,
  removed: new Set(),
  pointed: null,
  newPoint: null,
  isPlacing: false,
  arePinsHidden: false,
  writeAsked: 0,
  showAsked: 0,
};

/** The data of a discussion: its state for views, and the comments of which it consists. */
export interface DiscussionData {
  get(): DiscussionState;
  subscribe(listener: () => void): () => void;
  set(change: Partial<DiscussionState>): void;
  /** Comments from the server. */
  known(): readonly Comment[];
  /** Replaces the comments from the server. */
  setKnown(comments: readonly Comment[], change?: Partial<DiscussionState>): void;
  /** Adds a comment from the server, or replaces the one with its id. */
  put(comment: Comment): void;
  find(commentId: string): Comment | undefined;
  /** Shows a comment that is being sent, after the others. */
  addSending(comment: Comment): void;
  /** Removes it without a notification: the caller shows the result. */
  dropSending(comment: Comment): void;
  /** Shows the comments as they are now. */
  show(): void;
}

/** Creates the data of a discussion without comments. */
export function createDiscussionData(): DiscussionData {
  let state = EMPTY;
  let known: readonly Comment[] = [];
  let sending: readonly Comment[] = [];
  const listeners = new Set<() => void>();

  function set(change: Partial<DiscussionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  const show = (change: Partial<DiscussionState> = {}): void => set({ ...change, comments: [...known, ...sending] });
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set,
    known: () => known,
    setKnown: (comments, change) => {
      known = comments;
      show(change);
    },
    put: (comment) => {
      const isKnown = known.some(({ id }) => id === comment.id);
      known = isKnown ? known.map((old) => (old.id === comment.id ? comment : old)) : [...known, comment];
      show();
    },
    find: (commentId) => known.find(({ id }) => id === commentId),
    addSending: (comment) => {
      sending = [...sending, comment];
      show();
    },
    dropSending: (comment) => {
      sending = sending.filter((other) => other !== comment);
    },
    show: () => show(),
  };
}
