import { useCallback, useEffect, useState } from "react";
import type { CaptureAlternative, CaptureKind } from "../../core/capture-order.ts";
import type { CaptureResult, SavedCapture } from "../../core/capture-result.ts";
import { failureKey } from "../../core/capture-failure.ts";
import { saveFailureKey, SERVICE_KEYS } from "../../core/save-failure.ts";
import { t } from "../../../shared/data/i18n.ts";
import { type CaptureState, watchCaptureState, writeCaptureState } from "../../data/capture-state.ts";
import { captureActiveTab, captureInstead, captureMore } from "./capture-flow.ts";
import { waitingCount } from "../../data/waiting-count.ts";

/** The last message, and whether it is an error. */
export interface StatusMessage {
  text: string;
  isError: boolean;
}

/** Returns the worker's capture state from session storage. */
function useCaptureState(): CaptureState {
  const [state, setState] = useState<CaptureState>({ run: null, notice: null, stopped: null, incomplete: null });
  useEffect(() => watchCaptureState(setState), []);
  return state;
}

/** Returns the number of captures that wait for the server. */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const read = (): void => void waitingCount().then(setCount);
    read();
    chrome.storage.local.onChanged.addListener(read);
    return () => chrome.storage.local.onChanged.removeListener(read);
  }, []);
  return count;
}

const DONE_KEYS = { link: "done.linkCopied", copy: "done.pictureCopied", download: "done.downloaded" } as const;

/** Returns what the popup shows about a save. The toast in the page follows its progress. */
function saveMessage({ provider, save }: SavedCapture): StatusMessage {
  const values = { service: t(SERVICE_KEYS[provider]) };
  if (save.ok) return { text: t("saving.running", values), isError: false };
  return { text: [t("saving.notSaved", values), t(saveFailureKey(provider, save.failure), values)].join(" "), isError: true };
}

/** Runs captures and shows the result. The popup closes when the user continues in the page or the editor. */
export function useCapture(onChanged: () => void) {
  const { run, notice, stopped, incomplete } = useCaptureState();
  const [busy, setBusy] = useState<CaptureKind | null>(null);
  const [copiedId, setCopiedId] = useState<string | null>(null);
  const [message, setMessage] = useState<StatusMessage | null>(null);

  // A message that could not be shown in the page, because it accepts no script.
  useEffect(() => {
    if (!notice) return;
    setMessage({ text: t(failureKey(notice)), isError: true });
    void writeCaptureState({ notice: null }).then(() => chrome.action.setBadgeText({ text: "" }));
  }, [notice]);
  // The countdown is in the page and answers at its end. (State of an earlier run may still arrive.)
  useEffect(() => {
    if (busy === "delay" && run?.phase === "waiting") window.close();
  }, [busy, run]);

  const settle = useCallback(
    (result: CaptureResult) => {
      if (!result.ok) {
        // The popup shows the waiting captures and the unavailable server elsewhere.
        const isShown = result.reason === "offline" && result.isStored;
        if (isShown) onChanged();
        else if (result.reason !== "cancelled") setMessage({ text: t(failureKey(result)), isError: true });
        return;
      }
      if (result.did === "editor" || result.did === "started" || result.did === "ask") return window.close();
      if (result.did === "save") {
        setMessage(saveMessage(result));
        return onChanged();
      }
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
        // The worker handles every other result; here only the clipboard can have failed.
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
  const instead = useCallback((kind: CaptureAlternative, tabId: number) => attempt(kind, () => captureInstead(kind, tabId)), [attempt]);
  return { run, stopped, incomplete, instead, busy, copiedId, setCopiedId, message, setMessage, capture, more };
}
