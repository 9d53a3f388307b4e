import { useMemo } from "react";
import type { Pin } from "../core/index.ts";
import { useDiscussion } from "./discussion-store.ts";
import type { DiscussionStore } from "./discussion.types.ts";

/** The pins of a video's strip: every comment at a second, in the order of time. Answers stand below theirs and have none. */
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
