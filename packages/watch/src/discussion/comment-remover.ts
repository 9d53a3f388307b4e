import type { DiscussionData } from "./discussion-data.ts";
import type { DiscussionApi, DiscussionStore } from "./discussion.types.ts";

/** Time in which a deletion can be undone, in milliseconds. */
export const UNDO_MS = 10_000;

/** Creates the part of a store that deletes comments, after the time in which it can be undone. */
export function createCommentRemover(
  data: DiscussionData,
  api: DiscussionApi,
  onFailure: (error: unknown) => void,
): Pick<DiscussionStore, "remove" | "undoRemove" | "settle"> {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function setRemoved(commentId: string, isRemoved: boolean): void {
    const removed = new Set(data.get().removed);
    if (isRemoved) removed.add(commentId);
    else removed.delete(commentId);
    data.set({ removed });
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
      data.setKnown(data.known().filter(({ id, parentId }) => id !== commentId && parentId !== commentId));
    } catch (error) {
      onFailure(error);
    }
    setRemoved(commentId, false);
  }

  return {
    remove,
    undoRemove,
    settle: (isLeaving = false) => {
      for (const commentId of timers.keys()) void send(commentId, isLeaving);
    },
  };
}
