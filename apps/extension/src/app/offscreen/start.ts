import { copyStoredPicture, writeStoredPicture } from "../../capture/offscreen/export-picture.ts";
import { serve } from "../../shared/core/message-port.ts";
import { MESSAGES } from "../messages.ts";
import { CAMERA_PORT, RECORDER_PORT, WORKER_PORT } from "../../record/core/recorder-port.ts";
import { copyText } from "../../shared/offscreen/clipboard.ts";
import { startLifetime } from "../../shared/offscreen/lifetime.ts";
import type { RecordingHost } from "../../record/offscreen/recording-host.ts";
import { takeScreenShot } from "../../capture/offscreen/take-screen.ts";

let recording: Promise<RecordingHost> | null = null;

/** Loads the recording host on first use, because copying a link is faster without it. */
function recordingHost(): Promise<RecordingHost> {
  recording ??= import("../../record/offscreen/recording-host.ts").then(({ startRecordingHost }) => startRecordingHost());
  return recording;
}

const RECORDER_PORTS: readonly string[] = [RECORDER_PORT, WORKER_PORT, CAMERA_PORT];

/** Registers every handler of the offscreen page. */
export function startOffscreen(): void {
  startLifetime();
  // Every connection is accepted: one without a listener would stay open without any answer.
  chrome.runtime.onConnect.addListener((port) => {
    if (RECORDER_PORTS.includes(port.name)) void recordingHost().then(({ recorder }) => recorder.connect(port));
  });
  serve(MESSAGES, "offscreen", {
    "clipboard.write": ({ text }) => copyText(text),
    "screen.take": takeScreenShot,
    "picture.copy": copyStoredPicture,
    "picture.file": writeStoredPicture,
    "recorder.start": async ({ key, order }) => (await recordingHost()).recorder.start(key, order),
    "recorder.key": async () => (recording ? (await recording).recorder.key() : null),
    "recorder.state": async () => (recording ? (await recording).recorder.state() : { phase: "idle" as const }),
    "recorder.admit": async ({ tabId }) => (await recordingHost()).recorder.admit(tabId),
    "recorder.list": async ({ userId }) => (await recordingHost()).local.list(userId),
    "recorder.recover": async (order) => (await recordingHost()).local.recover(order),
    "recorder.discard": async ({ id }) => (await recordingHost()).local.discard(id),
    "recorder.file": async ({ id }) => (await recordingHost()).local.file(id),
    "recorder.send": async (destination) => (await recordingHost()).local.send(destination),
  });
}
