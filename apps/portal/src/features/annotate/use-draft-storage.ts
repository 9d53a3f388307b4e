import type { Editor } from "@stillreel/editor/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { deleteDraft, storeDraft } from "../../entities/annotation-drafts/annotation-drafts.ts";

/** Delay after a change before the draft is stored, in milliseconds. */
const STORE_DELAY_MS = 500;

/** `clean`: equals the saved version; `lost`: this browser cannot store drafts. */
export type DraftState = "clean" | "pending" | "kept" | "lost";

interface Of {
  editor: Editor;
  userId: string;
  itemId: string;
  /** `pictureVersion` on which the drawing is based. */
  baseVersion: () => number;
}

/**
 * Stores every change as a draft in this browser, so that a closed tab or a crash loses nothing. `settle` deletes the draft
 * after a save unless the drawing has changed meanwhile.
 */
export function useDraftStorage({ editor, userId, itemId, baseVersion }: Of): { state: DraftState; settle: () => Promise<void> } {
  const [state, setState] = useState<DraftState>(() => (editor.getState().isChanged ? "kept" : "clean"));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { document: drawn, isChanged } = editor.getState();
    try {
      if (isChanged) await storeDraft({ userId, itemId, document: drawn, baseVersion: baseVersion(), keptAt: Date.now() });
      else await deleteDraft(userId, itemId);
      if (timer.current === undefined) setState(isChanged ? "kept" : "clean");
    } catch {
      setState("lost");
    }
  }, [editor, userId, itemId, baseVersion]);

  useEffect(() => {
    let last = editor.getState().document;
    const stop = editor.subscribe(() => {
      const { document: drawn } = editor.getState();
      if (drawn === last) return;
      last = drawn;
      setState("pending");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void write(), STORE_DELAY_MS);
    });
    const flush = (): void => {
      if (timer.current !== undefined) void write();
    };
    const flushHidden = (): void => {
      if (document.hidden) flush();
    };
    document.addEventListener("visibilitychange", flushHidden);
    window.addEventListener("pagehide", flush);
    return () => {
      stop();
      flush();
      document.removeEventListener("visibilitychange", flushHidden);
      window.removeEventListener("pagehide", flush);
    };
  }, [editor, write]);

  return { state, settle: write };
}
