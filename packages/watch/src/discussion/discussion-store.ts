import { useEffect, useState, useSyncExternalStore } from "react";
import { createCommentReader } from "./comment-reader.ts";
import { createCommentRemover } from "./comment-remover.ts";
import { createCommentWriter } from "./comment-writer.ts";
import { createDiscussionData } from "./discussion-data.ts";
import type { DiscussionApi, DiscussionState, DiscussionStore } from "./discussion.types.ts";

/**
 * Creates the store of an item's comments, for list, timeline and image. The first `refresh` loads them.
 * @param onFailure called when an optimistic change failed, after it was reverted
 */
export function createDiscussionStore(api: DiscussionApi, onFailure: (error: unknown) => void = () => {}): DiscussionStore {
  const data = createDiscussionData();
  const { get, set } = data;
  return {
    getState: get,
    subscribe: data.subscribe,
    ...createCommentReader(data, api, onFailure),
    ...createCommentWriter(data, api),
    ...createCommentRemover(data, api, onFailure),
    people: (query, signal) => api.people(query, signal),
    point: (pointed) => {
      if (pointed !== get().pointed) set({ pointed });
    },
    show: (commentId) => set({ pointed: commentId, showAsked: get().showAsked + 1 }),
    setNewPoint: (newPoint) => set({ newPoint, isPlacing: false }),
    setPlacing: (isPlacing) => set({ isPlacing }),
    setPinsHidden: (arePinsHidden) => set({ arePinsHidden }),
    askToWrite: () => set({ writeAsked: get().writeAsked + 1 }),
  };
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
