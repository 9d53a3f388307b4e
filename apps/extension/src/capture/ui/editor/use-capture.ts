import type { Editor } from "@stillreel/editor/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { captureById, changeCapture, watchCaptures } from "../../data/capture-store.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { setQueueAlarm } from "../../data/upload-queue-alarm.ts";
import { drawnIn } from "./saved-capture.ts";

/** So long after the last stroke the draft is written, in milliseconds. */
const DRAFT_PAUSE_MS = 250;

/** The capture of an editor page, as it is kept; it follows what the worker and other tabs do to it. */
export interface EditedCapture {
  capture: StoredCapture;
  isStored: boolean;
  /** Changes it here and in the store. */
  change(patch: Partial<StoredCapture>): void;
  /** Changes its names or folder; an item that is made of it already follows. */
  describe(patch: Partial<Pick<StoredCapture, "title" | "fileName" | "workspaceId" | "folderId">>): void;
  /** Takes over what was written to the store. */
  adopt(capture: StoredCapture | null): void;
}

/** Follows a capture. */
export function useCapture(initial: StoredCapture, isStoredAtFirst: boolean): EditedCapture {
  const [capture, setCapture] = useState(initial);
  const [isStored, setStored] = useState(isStoredAtFirst);
  const { id } = initial;
  const adopt = useCallback((next: StoredCapture | null) => {
    if (!next) return;
    setCapture(next);
    setStored(true);
  }, []);
  const change = useCallback(
    (patch: Partial<StoredCapture>) => {
      setCapture((now) => ({ ...now, ...patch }));
      // What cannot be written now is written with the next saving.
      void changeCapture(id, () => patch).catch(() => undefined);
    },
    [id],
  );
  const isSent = capture.item !== null;
  const describe = useCallback<EditedCapture["describe"]>(
    (patch) => {
      change(isSent ? { ...patch, upload: { state: "waiting" } } : patch);
      if (isSent) void setQueueAlarm().then(() => import("./server-actions.ts").then(({ runQueue }) => runQueue()));
    },
    [change, isSent],
  );
  useEffect(() => watchCaptures((changed) => void (changed === id && captureById(id).then(adopt))), [id, adopt]);
  return { capture, isStored, change, describe, adopt };
}

/** Keeps the draft: every change of the drawing is in the store a moment later, and at once when the tab goes away. */
export function useDraft(id: string, editor: Editor, isStored: boolean): { isSaved: boolean } {
  const [isSaved, setSaved] = useState(true);
  const written = useRef(editor.getState().document);
  useEffect(() => {
    if (!isStored) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      const { document } = editor.getState();
      if (document === written.current) return;
      written.current = document;
      changeCapture(id, () => ({ document: drawnIn(editor), touchedAt: Date.now() })).then(
        (saved) => setSaved(saved !== null),
        () => setSaved(false),
      );
    };
    const stop = editor.subscribe(() => {
      if (editor.getState().document === written.current) return;
      clearTimeout(timer);
      timer = setTimeout(write, DRAFT_PAUSE_MS);
    });
    addEventListener("pagehide", write);
    document.addEventListener("visibilitychange", write);
    return () => {
      write();
      stop();
      removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", write);
    };
  }, [id, editor, isStored]);
  return { isSaved };
}

/** A capture that lives in this tab alone is not closed without a question. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}
