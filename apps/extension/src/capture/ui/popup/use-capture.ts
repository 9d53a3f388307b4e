import { useCallback, useEffect, useState } from "react";
import type { CaptureKind } from "../../core/capture-order.ts";
import type { CaptureResult } from "../../core/capture-result.ts";
import { failureKey } from "../../core/capture-failure.ts";
import { t } from "../../../shared/data/i18n.ts";
import { type CaptureState, watchCaptureState, writeCaptureState } from "../../data/capture-state.ts";
import { captureActiveTab, captureMore } from "./capture-flow.ts";
import { keptCount } from "../../data/waiting-count.ts";

/** What was said last, and whether it is bad news. */
export interface StatusMessage {
  text: string;
  isError: boolean;
}

/** What goes on in the worker, as session storage tells it. */
export function useCaptureState(): CaptureState {
  const [state, setState] = useState<CaptureState>({ run: null, notice: null, stopped: null });
  useEffect(() => watchCaptureState(setState), []);
  return state;
}

/** How many captures wait for the server. */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const read = (): void => void keptCount().then(setCount);
    read();
    chrome.storage.local.onChanged.addListener(read);
    return () => chrome.storage.local.onChanged.removeListener(read);
  }, []);
  return count;
}

const DONE_KEYS = { link: "done.linkCopied", copy: "done.pictureCopied", download: "done.downloaded" } as const;

/** Captures, and what came of it. The popup closes where the person goes on elsewhere: in the page, in the editor. */
export function useCapture(onChanged: () => void) {
  const { run, notice, stopped } = useCaptureState();
  const [busy, setBusy] = useState<CaptureKind | null>(null);
  const [copiedId, setCopiedId] = useState<string | null>(null);
  const [message, setMessage] = useState<StatusMessage | null>(null);

  // Something that could not be said in the page, because it takes no script.
  useEffect(() => {
    if (!notice) return;
    setMessage({ text: t(failureKey(notice)), isError: true });
    void writeCaptureState({ notice: null }).then(() => chrome.action.setBadgeText({ text: "" }));
  }, [notice]);
  // A countdown is in the page, and answers only when it has ended. (Another run may still be told of from before.)
  useEffect(() => {
    if (busy === "delay" && run?.phase === "waiting") window.close();
  }, [busy, run]);

  const settle = useCallback(
    (result: CaptureResult) => {
      if (!result.ok) {
        if (result.reason !== "cancelled") setMessage({ text: t(failureKey(result)), isError: true });
        return;
      }
      if (result.did === "editor" || result.did === "started") return window.close();
      setMessage({ text: t(DONE_KEYS[result.did]), isError: false });
      if (result.did !== "link") return;
      setCopiedId(result.itemId);
      onChanged();
    },
    [onChanged],
  );

  const attempt = useCallback(
    async (kind: CaptureKind, work: () => Promise<CaptureResult>) => {
      setBusy(kind);
      setMessage(null);
      setCopiedId(null);
      try {
        settle(await work());
      } catch {
        // The worker answers every end of a capture; what is left is a clipboard that refuses.
        setMessage({ text: t("failure.copy"), isError: true });
        onChanged();
      } finally {
        setBusy(null);
      }
    },
    [onChanged, settle],
  );

  const capture = useCallback((kind: CaptureKind, seconds: number) => attempt(kind, () => captureActiveTab(kind, seconds)), [attempt]);
  const more = useCallback((tabId: number) => attempt("full-page", () => captureMore(tabId)), [attempt]);
  return { run, stopped, busy, copiedId, setCopiedId, message, setMessage, capture, more };
}
