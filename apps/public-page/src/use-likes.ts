import { likeItem, unlikeItem } from "@stillreel/contract";
import { useTexts } from "@stillreel/watch/player";
import { useCallback, useRef, useState } from "react";
import { client, loadShared } from "./api.ts";
import { announce, type PageData } from "./page-data.ts";
import type { Visitor } from "./use-visitor.ts";

/** Number of likes and whether this visitor likes the item. */
export interface Likes {
  count: number;
  isMine: boolean;
  toggle(anchor: HTMLElement | null): Promise<void>;
  /** Reads the counters again. */
  refresh(): Promise<void>;
}

/**
 * Likes with optimistic update and rollback. Visitors without an account are asked to sign in on the page.
 * @param onSource receives the address of the item's file when the counters are read
 */
export function useLikes(data: PageData, visitor: Visitor, onSource?: (url: string | null) => void): Likes {
  const { t } = useTexts();
  const [{ count, isMine }, setLikes] = useState({ count: data.likes, isMine: false });
  const isSending = useRef(false);
  const { slug, itemId } = data;
  const refresh = useCallback(async () => {
    try {
      const shared = await loadShared(slug, itemId);
      if (shared.kind === "item") onSource?.(shared.item.sourceUrl);
      if (!isSending.current && shared.kind === "item") setLikes({ count: shared.item.likes, isMine: shared.item.likedByMe });
    } catch (error) {
      // The link was revoked: the reloaded page says so.
      if (error instanceof Error && "status" in error && error.status === 404) location.reload();
    }
  }, [slug, itemId, onSource]);
  const toggle = async (anchor: HTMLElement | null): Promise<void> => {
    if (isSending.current) return;
    const wasSignedIn = Boolean(visitor.viewer);
    if (!wasSignedIn && !(await visitor.ask("like", anchor))) return;
    isSending.current = true;
    // A visitor who just signed in wanted to like.
    const likes = wasSignedIn ? !isMine : true;
    const before = { count, isMine };
    setLikes({ count: count + (likes ? 1 : -1), isMine: likes });
    try {
      const args = { params: { itemId }, query: { share: slug } };
      const now = await client.call(likes ? likeItem : unlikeItem, args);
      setLikes({ count: now.likes, isMine: now.likedByMe });
    } catch (error) {
      setLikes(before);
      announce(error instanceof Error ? error.message : t("page.failed"));
    } finally {
      isSending.current = false;
    }
  };
  return { count, isMine, toggle, refresh };
}
