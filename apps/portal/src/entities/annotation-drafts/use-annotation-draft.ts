import { useEffect, useState } from "react";
import { findDraft, onDrafts, type Draft } from "./annotation-drafts.ts";

/** Returns this browser's draft of a picture; null while loading and when there is none. */
export function useDraft(userId: string | undefined, itemId: string): Draft | null {
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    let isOver = false;
    const refresh = (): void => {
      if (userId === undefined) return setDraft(null);
      void findDraft(userId, itemId).then((found) => {
        if (!isOver) setDraft(found ?? null);
      });
    };
    refresh();
    const stop = onDrafts(refresh);
    return () => {
      isOver = true;
      stop();
    };
  }, [userId, itemId]);
  return draft;
}
