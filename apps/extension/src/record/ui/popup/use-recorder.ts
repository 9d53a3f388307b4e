import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { useCallback, useEffect, useRef, useState } from "react";
import { watchMark } from "../../data/recording-mark.ts";
import { RECORDER_PORT, recorderUpdate, type RecorderUpdate } from "../../core/recorder-port.ts";

/** Returns the recorder's state and a function that controls it. Null without a recording. */
export function useRecorder(): { state: RecorderState | null; isCopied: boolean | null; steer: (command: RecorderCommand) => void } {
  const [update, setUpdate] = useState<RecorderUpdate | null>(null);
  const port = useRef<chrome.runtime.Port | null>(null);

  useEffect(() => {
    const connect = (): void => {
      port.current?.disconnect();
      const own = chrome.runtime.connect({ name: RECORDER_PORT });
      port.current = own;
      own.onMessage.addListener((message: unknown) => setUpdate(recorderUpdate(message)));
      own.onDisconnect.addListener(() => {
        // No recorder exists. Reading the error prevents a warning of the browser.
        void chrome.runtime.lastError;
        if (port.current === own) setUpdate((last) => (last?.state.phase === "done" || last?.state.phase === "failed" ? last : null));
      });
    };
    connect();
    const stop = watchMark(connect);
    return () => {
      stop();
      port.current?.disconnect();
    };
  }, []);

  const steer = useCallback((command: RecorderCommand) => port.current?.postMessage(command), []);
  return { state: update?.state ?? null, isCopied: update?.isCopied ?? null, steer };
}

/** Returns whether a recording is active or starting. */
export const isRunning = (state: RecorderState | null): boolean =>
  state !== null && state.phase !== "idle" && state.phase !== "done" && state.phase !== "failed";
