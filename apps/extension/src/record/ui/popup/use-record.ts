import type { RecorderState, RecordingSetup } from "@stillreel/recorder/types";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "../../data/record-failure-text.ts";
import { clearRecordNotice, readRecordNotice } from "../../data/record-notice.ts";
import type { RecordAnswer, RecordFailure } from "../../core/record-request.ts";
import { storeSetup, readSetup } from "../../data/stored-setup.ts";
import { send } from "../../core/messages.ts";
import type { TabTarget } from "../../../shared/core/tab-target.ts";
import { activeTab } from "../../../shared/ui/active-tab.ts";

/** Returns the setup and a function that changes and stores it. Null until it is read. */
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

/** Starts recordings and stores why one failed to start or ended early, including those started by a shortcut. */
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
    // A click into the page closes the popup: the request must be sent before the button press ends.
    const target = front.current ?? (await activeTab());
    const answer: RecordAnswer = target
      ? await send("record.start", { ...target, setup }).catch(() => ({
          ok: false as const,
          failure: { code: "failed" as const, detail: "" },
        }))
      : { ok: false, failure: { code: "not-recordable" } };
    // The user continues in the page or in the browser's chooser, which the popup would cover.
    if (answer.ok) return window.close();
    setStarting(false);
    setFailure(answer.failure);
  }, []);

  return { isStarting, failure, text: failure ? failureText(failure) : null, forget: () => setFailure(null), start };
}
