import { serveFiles } from "../files/offscreen-files.ts";
import { serve } from "../shared/messages.ts";
import { copyText } from "./clipboard.ts";
import { startLifetime } from "./lifetime.ts";
import type { RecordingHost } from "./recording-host.ts";
import { takeScreenShot } from "./take-screen.ts";

let recording: Promise<RecordingHost> | null = null;

/** What records, loaded when it is needed first: a link is on the clipboard sooner without it. */
function recordingHost(): Promise<RecordingHost> {
  recording ??= import("./recording-host.ts").then(({ startRecordingHost }) => startRecordingHost());
  return recording;
}

/** Wires the offscreen page. */
export function startOffscreen(): void {
  startLifetime();
  serveFiles();
  serve("offscreen", {
    "clipboard.write": ({ text }) => {
      copyText(text);
      return Promise.resolve(null);
    },
    "screen.take": takeScreenShot,
    "recorder.start": async ({ order }) => {
      (await recordingHost()).recorder.start(order);
      return null;
    },
    "recorder.state": async () => (recording ? (await recording).recorder.state() : { phase: "idle" }),
    "recorder.admit": async ({ tabId }) => {
      (await recordingHost()).recorder.admit(tabId);
      return null;
    },
    "recorder.list": async ({ userId }) => (await recordingHost()).kept.list(userId),
    "recorder.recover": async (order) => (await recordingHost()).kept.recover(order),
    "recorder.discard": async ({ id }) => (await recordingHost()).kept.discard(id),
    "recorder.file": async ({ id }) => (await recordingHost()).kept.file(id),
    "recorder.send": async (destination) => (await recordingHost()).kept.send(destination),
  });
}
