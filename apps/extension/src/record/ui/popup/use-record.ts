import type { RecorderState, RecordingSetup } from "@stillreel/recorder/types";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "../../data/record-failure-text.ts";
import { clearRecordNotice, readRecordNotice } from "../../data/record-notice.ts";
import type { RecordAnswer, RecordFailure } from "../../core/record-request.ts";
import { storeSetup, readSetup } from "../../data/stored-setup.ts";
import { send } from "../../core/messages.ts";
import type { TabTarget } from "../../../shared/core/tab-target.ts";
import { activeTab } from "../../../shared/ui/active-tab.ts";

/** The set-up, kept with every change. Null until it is read. */
export function useSetup(): [RecordingSetup | null, (patch: Partial<RecordingSetup>) => void] {
  const [setup, setSetup] = useState<RecordingSetup | null>(null);
  useEffect(() => void readSetup().then(setSetup), []);
  const change = useCallback((patch: Partial<RecordingSetup>) => {
    setSetup((before) => {
      if (!before) return before;
      const after = { ...before, ...patch };
      void storeSetup(after);
      return after;
    });
  }, []);
  return [setup, change];
}

/** Begins recordings, and keeps why one did not begin or ended early, also one that was begun by a shortcut. */
export function useRecord(state: RecorderState | null) {
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<RecordFailure | null>(null);
  const front = useRef<TabTarget | null>(null);

  useEffect(
    () =>
      void activeTab().then((tab) => {
        front.current = tab;
      }),
    [],
  );
  useEffect(() => {
    void readRecordNotice().then((notice) => {
      if (!notice) return;
      setFailure(notice);
      void clearRecordNotice().then(() => chrome.action.setBadgeText({ text: "" }));
    });
  }, []);
  useEffect(() => {
    if (state?.phase === "failed") setFailure(state.failure);
    if (state) setStarting(false);
  }, [state]);

  const start = useCallback(async (setup: RecordingSetup) => {
    setStarting(true);
    setFailure(null);
    // Whoever presses and clicks into the page at once closes the popup: the wish is on its way before the press has ended.
    const target = front.current ?? (await activeTab());
    const answer: RecordAnswer = target
      ? await send("record.start", { ...target, setup }).catch(() => ({
          ok: false as const,
          failure: { code: "failed" as const, detail: "" },
        }))
      : { ok: false, failure: { code: "not-recordable" } };
    // The person goes on in the page, or in the browser's chooser, which the popup would lie over.
    if (answer.ok) return window.close();
    setStarting(false);
    setFailure(answer.failure);
  }, []);

  return { isStarting, failure, text: failure ? failureText(failure) : null, forget: () => setFailure(null), start };
}
