import type { Editor } from "@stillreel/editor/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { captureById, changeCapture, watchCaptures } from "../../data/capture-store.ts";
import { send } from "../../core/messages.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { setQueueAlarm } from "../../data/upload-queue-alarm.ts";
import { drawnIn } from "./saved-capture.ts";

/** Delay between the last stroke and the draft write, in milliseconds. */
const DRAFT_PAUSE_MS = 250;

/** The stored capture of an editor page. It follows changes by the worker and other tabs. */
export interface EditedCapture {
  capture: StoredCapture;
  isStored: boolean;
  /** Changes it here and in the store. */
  change(patch: Partial<StoredCapture>): void;
  /** Changes title, file name or target; an existing item is updated too. */
  describe(patch: Partial<Pick<StoredCapture, "title" | "fileName" | "workspaceId" | "folderId">>): void;
  /** Takes over a capture that was written to the store. */
  adopt(capture: StoredCapture | null): void;
}

/** Subscribes to a capture. */
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
      // A failed write is repeated with the next save.
      void changeCapture(id, () => patch).catch(() => undefined);
    },
    [id],
  );
  const isSent = capture.item !== null;
  const describe = useCallback<EditedCapture["describe"]>(
    (patch) => {
      change(isSent ? { ...patch, upload: { state: "waiting" } } : patch);
      if (isSent)
        void setQueueAlarm()
          .then(() => send("capture.retry", {}))
          .catch(() => null);
    },
    [change, isSent],
  );
  useEffect(() => watchCaptures((changed) => void (changed === id && captureById(id).then(adopt))), [id, adopt]);
  return { capture, isStored, change, describe, adopt };
}

/** Persists the draft: shortly after every change, and immediately when the tab is hidden. */
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

/** Warns before a tab closes that holds the only copy of a capture. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}
