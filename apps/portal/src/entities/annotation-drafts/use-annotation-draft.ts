import { useEffect, useState } from "react";
import { findDraft, onDrafts, type Draft } from "./annotation-drafts.ts";

/** The draft that this browser keeps of a picture; null while that is not known, and where there is none. */
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
