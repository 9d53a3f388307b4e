import type { RecorderState, RecordingSetup } from "@stillreel/recorder/types";
import { useCallback, useEffect, useState } from "react";
import { deviceAccess } from "../recording/device-access.ts";
import { failureText } from "../recording/failure-text.ts";
import { clearRecordNotice, readRecordNotice } from "../recording/notice.ts";
import type { RecordAnswer, RecordFailure } from "../recording/recording.messages.ts";
import { keepSetup, readSetup } from "../recording/setup.ts";
import { send } from "../shared/messages.ts";
import { activeTab } from "./capture-flow.ts";

/** The set-up, kept with every change. Null until it is read. */
export function useSetup(): [RecordingSetup | null, (patch: Partial<RecordingSetup>) => void] {
  const [setup, setSetup] = useState<RecordingSetup | null>(null);
  useEffect(() => void readSetup().then(setSetup), []);
  const change = useCallback((patch: Partial<RecordingSetup>) => {
    setSetup((before) => {
      if (!before) return before;
      const after = { ...before, ...patch };
      void keepSetup(after);
      return after;
    });
  }, []);
  return [setup, change];
}

/**
 * A set-up without what cannot be used; the switches show as much. The browser is asked now: whoever is quicker than the switches
 * must not lose their voice. A camera alone needs one.
 */
async function usableOf(setup: RecordingSetup): Promise<RecordingSetup> {
  const [microphone, camera] = await Promise.all([deviceAccess("microphone"), deviceAccess("camera")]);
  const isCameraAlone = setup.source === "camera";
  return {
    ...setup,
    microphone: microphone === "granted" ? setup.microphone : null,
    camera: isCameraAlone ? (setup.camera ?? { deviceId: null }) : camera === "granted" ? setup.camera : null,
  };
}

/** Begins recordings, and keeps why one did not begin or ended early, also one that was begun by a shortcut. */
export function useRecord(state: RecorderState | null) {
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<RecordFailure | null>(null);

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
    const [target, usable] = await Promise.all([activeTab(), usableOf(setup)]);
    const answer: RecordAnswer = target
      ? await send("record.start", { ...target, setup: usable }).catch(() => ({
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
