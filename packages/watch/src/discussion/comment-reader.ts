import type { Comment } from "../core/index.ts";
import type { DiscussionData } from "./discussion-data.ts";
import type { DiscussionApi, DiscussionStore } from "./discussion.types.ts";

/** Creates the part of a store that reads comments, page by page. */
export function createCommentReader(
  data: DiscussionData,
  api: DiscussionApi,
  onFailure: (error: unknown) => void,
): Pick<DiscussionStore, "refresh" | "loadMore"> {
  let cursor: string | null = null;
  let reading: Promise<void> | null = null;
  let readAgain = false;

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
    } while (next !== null && comments.length < data.known().length);
    cursor = next;
    data.setKnown(comments, { status: "ready", hasMore: next !== null });
  }

  async function refresh(): Promise<void> {
    if (reading) {
      // Comments that are created during the read may be missing in its result.
      readAgain = true;
      return reading;
    }
    reading = read()
      // Shown comments remain when they cannot be read for now.
      .catch(() => (data.get().status === "ready" ? undefined : data.set({ status: "failed" })))
      .finally(() => {
        reading = null;
      });
    await reading;
    if (!readAgain) return;
    readAgain = false;
    await refresh();
  }

  async function loadMore(): Promise<void> {
    if (cursor === null || data.get().isLoadingMore) return;
    data.set({ isLoadingMore: true });
    try {
      const page = await api.list(cursor);
      cursor = page.nextCursor;
      // The user's newest comments are already there.
      const ids = new Set(page.items.map(({ id }) => id));
      data.setKnown([...data.known().filter(({ id }) => !ids.has(id)), ...page.items], { hasMore: cursor !== null });
    } catch (error) {
      onFailure(error);
    } finally {
      data.set({ isLoadingMore: false });
    }
  }

  return { refresh, loadMore };
}
