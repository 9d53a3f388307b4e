import { useMemo } from "react";
import type { Pin } from "../core/index.ts";
import { useDiscussion } from "./discussion-store.ts";
import type { DiscussionStore } from "./discussion.types.ts";

/** Returns the pins of a video's timeline: all comments at a second, in order of time. Replies have none. */
export function usePins(store: DiscussionStore): Pin[] {
  const { comments, removed } = useDiscussion(store);
  return useMemo(
    () =>
      comments
        .flatMap(({ id, at, parentId, author }) =>
          typeof at === "number" && parentId === null && !removed.has(id)
            ? [{ commentId: id, seconds: at, name: author.displayName, photoURL: author.photoURL }]
            : [],
        )
        .sort((one, other) => one.seconds - other.seconds),
    [comments, removed],
  );
}
