import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { RECORDER_PORT, recorderUpdate, type RecorderUpdate } from "../core/recorder-port.ts";
import { isShown } from "./bar.plan.ts";

/** Time limit for the recorder to accept this page or to start, in milliseconds. Afterwards the recording counts as ended. */
const BEGIN_MS = 20_000;
/** Interval between connection attempts. */
const RETRY_MS = 300;
/** Time that a lost connection is retried before it is reported. */
const LOST_MS = 2_000;
/** An active recorder sends a state every second; after this silence it counts as stopped. */
const SILENCE_MS = 8_000;

/** Events of the connection to the recorder. */
export interface LinkEvents {
  onState: (state: RecorderState) => void;
  /** The recorder existed and does not answer any more. It may return. */
  lost: () => void;
  /** The recording has ended or never started: there is nothing to show any more. */
  over: () => void;
}

/** The connection to the recorder. */
export interface RecorderLink {
  send: (command: RecorderCommand) => void;
  end: () => void;
}

/**
 * Connects directly to the page of the recorder, because the worker may have terminated. A broken connection is opened again,
 * also after the page returns from the browser's back/forward cache.
 * @param recording key of the recording; states of other recordings are ignored
 */
export function linkRecorder(recording: string, { onState, lost, over }: LinkEvents): RecorderLink {
  let port: chrome.runtime.Port | null = null;
  let last: RecorderState | null = null;
  const began = performance.now();
  let receivedAt = began;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function end(): void {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("pageshow", connect);
    port?.disconnect();
    port = null;
  }

  function handleUpdate({ key, state }: RecorderUpdate): void {
    if (isOver) return;
    if (key !== recording) {
      // A recorder without a recording replaces the previous one, which has terminated. Before ours starts, others may still end.
      if (last && key !== null) leave();
      return;
    }
    receivedAt = performance.now();
    last = state;
    onState(state);
    if (!isShown(state)) leave();
  }

  function leave(): void {
    end();
    over();
  }

  /** Checks the connection and reconnects if necessary. */
  function watch(): void {
    const now = performance.now();
    if (!last && now - began > BEGIN_MS) return leave();
    const silenceMaxMs = !port ? LOST_MS : last?.phase === "recording" ? SILENCE_MS : Infinity;
    if (last && now - receivedAt > silenceMaxMs) lost();
    connect();
    clearTimeout(timer);
    timer = setTimeout(watch, port ? 1_000 : RETRY_MS);
  }

  function connect(): void {
    if (port || isOver) return;
    try {
      port = chrome.runtime.connect({ name: RECORDER_PORT });
    } catch {
      // The extension was removed or updated: no context of it answers here any more.
      return;
    }
    port.onMessage.addListener((message: unknown) => handleUpdate(recorderUpdate(message)));
    port.onDisconnect.addListener(() => {
      // Reading the error prevents a warning of the browser: a missing receiver is expected.
      void chrome.runtime.lastError;
      port = null;
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(watch, RETRY_MS);
    });
  }

  addEventListener("pageshow", connect);
  watch();
  return { send: (command) => port?.postMessage(command), end };
}
