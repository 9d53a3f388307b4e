import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";
import { RECORDER_PORT, type RecorderUpdate } from "../core/recorder-port.ts";
import { isShown } from "./bar.plan.ts";

/** How long the recorder may take to let this page in, or to begin, in milliseconds. After that nobody recorded anything. */
const BEGIN_MS = 20_000;
/** How often it is tried meanwhile. */
const RETRY_MS = 300;
/** How long a lost connection is tried again before it is said. */
const LOST_MS = 2_000;
/** A recorder that records says something each second; one that is silent for so long has stopped. */
const SILENCE_MS = 8_000;

/** What is told of the recorder. */
export interface LinkEvents {
  onState: (state: RecorderState) => void;
  /** It was there and does not answer any more. It may come back. */
  lost: () => void;
  /** The recording is over, or never began: there is nothing to show any more. */
  over: () => void;
}

/** The connection to the recorder. */
export interface RecorderLink {
  send: (command: RecorderCommand) => void;
  end: () => void;
}

/**
 * Connects to the recorder, straight to the page where it runs: the worker may be dead. A connection that breaks is made anew, and
 * so is one that a page lost while it lay in the browser's back/forward cache.
 * @param recording key of the recording: what is said of others is not told
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
      // A recorder that has recorded nothing stands for the one that was there: that died. Before ours begins, others may still end.
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

  /** Looks whether all is well, and tries again where it is not. */
  function watch(): void {
    const now = performance.now();
    if (!last && now - began > BEGIN_MS) return leave();
    const patience = !port ? LOST_MS : last?.phase === "recording" ? SILENCE_MS : Infinity;
    if (last && now - receivedAt > patience) lost();
    connect();
    clearTimeout(timer);
    timer = setTimeout(watch, port ? 1_000 : RETRY_MS);
  }

  function connect(): void {
    if (port || isOver) return;
    try {
      port = chrome.runtime.connect({ name: RECORDER_PORT });
    } catch {
      // The extension was taken away or replaced: nothing of it answers here any more.
      return;
    }
    port.onMessage.addListener(handleUpdate);
    port.onDisconnect.addListener(() => {
      // Reading it tells the browser that nobody there is no surprise.
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
